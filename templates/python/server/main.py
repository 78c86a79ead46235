"""The MCP server: names, words and types of the operations that a model sees."""

from typing import Annotated

from kinematics import two_body
from mcp.server import MCPServer
from pydantic import BaseModel, Field

server = MCPServer("{{name}}")


class Daughters(BaseModel, extra="forbid"):
    open: bool
    momentum_gev: float = Field(ge=0)
    first_energy_gev: float = Field(ge=0)
    second_energy_gev: float = Field(ge=0)


@server.tool(
    title="Momentum in a two-body decay",
    # The first words count most: some clients cut long descriptions.
    description=(
        "Momentum and energies of the two daughters of a particle that decays at rest. "
        "Below threshold open is false and the momentum is 0."
    ),
)
def two_body_momentum(
    parent_mass_gev: Annotated[float, Field(ge=1e-9, description="Mass of the decaying particle in GeV")],
    first_mass_gev: Annotated[float, Field(ge=0, description="Mass of the first daughter in GeV")],
    second_mass_gev: Annotated[float, Field(ge=0, description="Mass of the second daughter in GeV")] = 0.0,
) -> Daughters:
    decay = two_body(parent_mass_gev, first_mass_gev, second_mass_gev)
    return Daughters(**vars(decay))


if __name__ == "__main__":
    server.run()
