/** The program of a worker, for the Python of the environment. It reads one job as a line of JSON, and answers with lines
 * of JSON on what was its standard output; Pythia's own output goes to standard error. It ends with its standard input. */
export const WORKER_PROGRAM = String.raw`
import ctypes, json, math, os, struct, sys, threading, time

answers = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)
job = json.loads(sys.stdin.readline())


def say(kind, **more):
    answers.write(json.dumps(dict(more, kind=kind)) + "\n")


def leave():
    answers.flush()
    os._exit(0)


def end_with_parent():
    while os.read(0, 4096):
        pass
    os._exit(1)


threading.Thread(target=end_with_parent, daemon=True).start()

try:
    import pythia8mc as pythia8
except ImportError:
    say("missing")
    leave()


QUIET = ("Print:quiet = on",)
FAULTS_ONLY = (
    "Print:verbosity = 2",
    "Init:showProcesses = off",
    "Init:showMultipartonInteractions = off",
    "Init:showChangedSettings = off",
    "Init:showChangedParticleData = off",
)


def configured(printed=QUIET):
    pythia = pythia8.Pythia("", False)
    # Once told to be quiet Pythia stays so.
    card = [(number, text) for number, text in job["card"] if printed == QUIET or not text.lower().startswith("print:")]
    for text in printed:
        pythia.readString(text)
    unknown = [number for number, text in card if not pythia.readString(text)]
    if unknown:
        say("unknown", lines=unknown)
        leave()
    for text in (*printed, "Random:setSeed = on", "Random:seed = 19780503"):
        pythia.readString(text)
    if job["initFile"]:
        pythia.readString("MultipartonInteractions:reuseInit = %d" % job["reuse"])
        pythia.readString("MultipartonInteractions:initFile = " + job["initFile"])
    hook = pythia8.SuppressSmallPT() if job["damped"] else None
    if hook is not None:
        pythia.setUserHooksPtr(hook)
    return pythia, hook


def tell_why():
    """Quiet, Pythia does not say what its faults are, nor does it keep them: let the initialisation fail again, aloud."""
    pythia, hook = configured(FAULTS_ONLY)
    pythia.init()
    # What C++ still holds would be lost at the end.
    ctypes.CDLL(None).fflush(None)


class Ids:
    """Ids of all entries of an event. Asking each entry costs a tenth of the time of generating it, so that they are read
    where they lie in memory: the build of Pythia is pinned, and the reading is compared with the entries again and again."""

    def __init__(self):
        self.stride = self.offset = None
        self.reads = 0

    @staticmethod
    def address(particle):
        # An instance of pybind11 holds the pointer to its value behind the head of the object.
        return ctypes.c_void_p.from_address(id(particle) + object.__basicsize__).value

    def locate(self, event):
        entries = [event.at(at) for at in range(event.size())]
        places = [self.address(entry) for entry in entries]
        strides = {after - before for before, after in zip(places, places[1:])}
        if len(strides) != 1:
            return
        stride = strides.pop()
        if not 0 < stride < 4096 or stride % 4:
            return
        words = (ctypes.c_int32 * (len(entries) * stride // 4)).from_address(places[0])
        ids = [entry.id() for entry in entries]
        offsets = [offset for offset in range(stride // 4) if words[offset :: stride // 4] == ids]
        if len(offsets) == 1:
            self.stride, self.offset = stride // 4, offsets[0]

    def of(self, event):
        self.reads += 1
        if self.stride is None and self.reads < 20 and event.size() > 50:
            self.locate(event)
        if self.stride is None:
            return [event.at(at).id() for at in range(event.size())]
        words = (ctypes.c_int32 * (event.size() * self.stride)).from_address(self.address(event.at(0)))
        ids = words[self.offset :: self.stride]
        if self.reads % 64 == 1 and ids != [event.at(at).id() for at in range(event.size())]:
            raise RuntimeError("the ids of an event were misread")
        return ids


class Harvester:
    """Writes event, id, px, py, pz, E of each wanted last copy in the cone."""

    def __init__(self, wanted):
        self.wanted = frozenset(wanted["ids"])
        self.tangent = math.tan(wanted["thetaMaxRad"])
        self.both = wanted["bothSides"]
        self.file = open(wanted["path"], "wb", buffering=1 << 20)
        self.pack = struct.Struct("<ii4d").pack
        self.ids = Ids()

    def take(self, number, event):
        wanted = self.wanted
        for at, code in enumerate(self.ids.of(event)):
            if code not in wanted:
                continue
            particle = event.at(at)
            pz = particle.pz()
            if (pz <= 0 and not self.both) or pz == 0 or particle.pT() > self.tangent * abs(pz):
                continue
            if particle.iBotCopyId() != at:
                continue
            self.file.write(self.pack(number, code, particle.px(), particle.py(), abs(pz), particle.e()))

    def close(self):
        self.file.close()


class EventWriter:
    """Writes one evtjsonl-1.0 line an event."""

    def __init__(self, wanted):
        self.finals = wanted["finalsOnly"]
        self.ids = frozenset(wanted["ids"])
        self.file = open(wanted["path"], "w", buffering=1 << 20)

    def take(self, number, event):
        kept = []
        for at, particle in enumerate(event):
            if at == 0 or (self.finals and not particle.isFinal()):
                continue
            code = particle.id()
            if (self.ids and code not in self.ids) or particle.iBotCopyId() != at:
                continue
            kept.append(
                '{"i":%d,"id":%d,"status":%d,"px":%.9g,"py":%.9g,"pz":%.9g,"E":%.9g,"m":%.9g}'
                % (at, code, particle.status(), particle.px(), particle.py(), particle.pz(), particle.e(), particle.m())
            )
        self.file.write('{"data":{"n":%d,"particles":[%s]}}\n' % (number, ",".join(kept)))

    def close(self):
        self.file.close()


def main():
    # The hook must live as long as the generator.
    pythia, hook = configured()
    version = "%.3f" % pythia.parm("Pythia:versionNumber")
    if job["task"] == "check":
        return say("checked", version=version)
    if not pythia.init():
        tell_why()
        return say("refused")
    if job["task"] == "prepare":
        return say("prepared", version=version)
    # After initialisation, which ends at another number when its tables come from a file.
    pythia.rndm.init(job["seed"])
    takers = []
    if job["harvest"]:
        takers.append(Harvester(job["harvest"]))
    if job["events"]:
        takers.append(EventWriter(job["events"]))
    say("ready", version=version)
    done, failed, in_a_row, number = 0, 0, 0, job["firstEvent"]
    clock, scanned, said = time.perf_counter, 0.0, time.monotonic()
    began = clock()
    event = pythia.event
    # A copy, whose weight alone follows the events.
    weight = pythia.infoPython().weight
    while done < job["nEvents"]:
        if not pythia.next():
            failed += 1
            in_a_row += 1
            if in_a_row > 100:
                return say("stuck", done=done)
            continue
        in_a_row = 0
        if weight() != 1.0:
            return say("weighted")
        before = clock()
        for taker in takers:
            taker.take(number, event)
        scanned += clock() - before
        done += 1
        number += 1
        if done % 16 == 0 and time.monotonic() - said > 0.25:
            said = time.monotonic()
            say("progress", done=done)
    spent = clock() - began
    for taker in takers:
        taker.close()
    info = pythia.infoPython()
    say(
        "done",
        accepted=done,
        tried=info.nTried(),
        failed=failed,
        sigma_gen_mb=info.sigmaGen(),
        sigma_err_mb=info.sigmaErr(),
        generating_s=spent - scanned,
        taking_s=scanned,
    )


main()
leave()
`;
