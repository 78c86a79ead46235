import { expect, it } from 'vitest';
import { pythonImports } from '../../../src/workflow/wrap/python-imports.ts';

it('reads the modules that a Python file imports', () => {
  const source = `
import os, json as j
import numpy.linalg  # fast
from mcp.server import MCPServer
from . import sibling
from .other import x
    import late; import same_line
def f():
    from lazy.part import (
        a,
    )
# import commented
important = from_here
`;
  expect(pythonImports(source)).toEqual(['os', 'json', 'numpy', 'mcp', 'late', 'lazy']);
});
