import { variableName } from '../machine/index.ts';
import { createInstallers } from '../store/io/index.ts';
import { describeServer, initFromMcp, type WrapRequest, type WrapResult } from '../workflow/io/index.ts';
import { surroundings } from './pack-toolkit.ts';

/** Wraps a server with the programs of this machine. Values of its new settings count for this start only. */
export const wrapServer = (request: WrapRequest): Promise<WrapResult> =>
  initFromMcp(request, {
    installers: createInstallers(process.env),
    variables: process.env,
    cwd: process.cwd(),
    describe: async (server, values) => {
      const around = await surroundings(request.dir);
      const environment = { ...around.layers.environment };
      for (const [name, value] of Object.entries(values))
        environment[variableName('settings', server.name, name)] = value;
      let about = {};
      const tools = await describeServer(server, {
        ...around,
        layers: { ...around.layers, environment },
        packing: false,
        onAbout: (said) => (about = said),
      });
      return { tools, about };
    },
  });
