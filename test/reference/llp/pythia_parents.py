"""Mesons of the events that a run of the toolkit makes, taken by a plain loop over the event record.

For the Python of the toolkit's environment, since it needs Pythia. Nothing of the toolkit is used but the tables of the
multiparton interactions that it made, without which the events would be others.

usage: python pythia_parents.py < request.json > answer.json
request: {card: [lines], tables: file, seed, events, ids: [...], damped}
answer:  {sigma_mb, rows: [[event, id, px, py, pz, E], ...]}   (both sides of the collision, all angles)
"""

import json
import os
import sys

import pythia8mc


def main():
    q = json.loads(sys.stdin.read())
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    pythia = pythia8mc.Pythia("", False)
    for line in q["card"] + [
        "Print:quiet = on",
        "Random:setSeed = on",
        "Random:seed = 1",
        "MultipartonInteractions:reuseInit = 2",
        "MultipartonInteractions:initFile = " + q["tables"],
    ]:
        assert pythia.readString(line), line
    hook = pythia8mc.SuppressSmallPT() if q["damped"] else None
    if hook is not None:
        pythia.setUserHooksPtr(hook)
    assert pythia.init()
    pythia.rndm.init(q["seed"])
    wanted = set(q["ids"])
    rows = []
    for number in range(q["events"]):
        while not pythia.next():
            pass
        for particle in pythia.event:
            if abs(particle.id()) not in wanted:
                continue
            # A copy goes on as the same particle; the last of them is what flies.
            if any(pythia.event[d].id() == particle.id() for d in particle.daughterList()):
                continue
            rows.append([number, particle.id(), particle.px(), particle.py(), particle.pz(), particle.e()])
    json.dump({"sigma_mb": pythia.infoPython().sigmaGen(), "rows": rows}, answers)


main()
