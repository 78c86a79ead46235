import { z } from 'zod';
import { ToolbaseError } from '../kernel/index.ts';
import { inPythonRange, type PythonRange } from '../manifest/index.ts';
import { Interpreter } from './environment-record.ts';

/** Program that an interpreter runs to describe itself, as one line of JSON. Its pip counts from 22.3 on, which can
 * install into another environment. Wheels of pip: the interpreter's own, Fedora's and Debian's place. */
export const PROBE_PROGRAM = `
import glob, importlib.util, json, os, sys, sysconfig
v = sys.version_info
version = "%d.%d.%d" % v[:3] + ("" if v[3] == "final" else v[3] + str(v[4]))
base = getattr(sys, "_base_executable", None) or sys.executable
pip, wheel = None, None
try:
    import pip as found
    pip = found.__version__
except Exception:
    pass
try:
    import ensurepip
    places = [os.path.join(os.path.dirname(ensurepip.__file__), "_bundled")]
except Exception:
    places = []
places += [sysconfig.get_config_var("WHEEL_PKG_DIR") or "", "/usr/share/python-wheels"]
for place in places:
    wheel = wheel or next(iter(sorted(glob.glob(os.path.join(place, "pip-*.whl")))), None) if place else wheel
print(json.dumps({
    "executable": os.path.realpath(base), "venv": importlib.util.find_spec("venv") is not None,
    "implementation": sys.implementation.name, "version": version,
    "abi": sysconfig.get_config_var("SOABI") or sys.implementation.cache_tag or "",
    "platform": sysconfig.get_platform(), "pip": pip, "wheel": wheel,
}))`;

/** What the probe prints. */
export const PythonCandidate = Interpreter.extend({
  executable: z.string().max(4096),
  venv: z.boolean(),
  pip: z.string().max(40).nullable(),
  wheel: z.string().max(4096).nullable(),
});
export type PythonCandidate = z.output<typeof PythonCandidate>;

/** Why an interpreter does not serve, or undefined when it does.
 * @param withUv whether uv installs, so that it needs no pip */
export function pythonFault(found: PythonCandidate, range: PythonRange, withUv: boolean): string | undefined {
  if (!inPythonRange(range, found.version)) return 'out of range';
  if (!found.venv) return 'without the module venv';
  if (!withUv && found.wheel === null && !hasUsablePip(found)) return 'without pip or ensurepip';
  return undefined;
}

/** pip 22.3 and later install into another environment by `--python`. */
export function hasUsablePip({ pip }: PythonCandidate): boolean {
  const [major = 0, minor = 0] = (pip ?? '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 3);
}

/** @param tried each interpreter that was looked at, with what it lacks */
export const noPython = (
  label: string,
  range: PythonRange,
  tried: readonly { readonly path: string; readonly found: string }[],
): ToolbaseError =>
  new ToolbaseError(
    'EXTERNAL_MISSING',
    `${label} needs Python ${range}; ${
      tried.length === 0
        ? 'there is neither python3 nor python on PATH'
        : `found ${tried.map(({ path, found }) => `${path} (${found})`).join(', ')}`
    }`,
    {
      hint: 'Install a Python that fits with its venv and pip (on Debian python3-venv; or `uv python install`), or name one in the machine settings.',
    },
  );
