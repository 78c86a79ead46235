import { type Containment, contained, CONTAINMENTS } from '../containment.ts';
import { worksHere } from './works-here.ts';

/** The best containment that this machine allows. */
export async function probeContainment(): Promise<Containment> {
  if (process.platform !== 'linux') return 'process-group';
  for (const containment of CONTAINMENTS) {
    if (containment === 'process-group' || (await worksHere((inner) => contained(containment, inner))))
      return containment;
  }
  return 'process-group';
}
