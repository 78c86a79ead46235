import { claudeCodeLaunch } from '../claude-code/launchable.ts';
import { codexLaunch } from '../codex/launchable.ts';
import { geminiCliLaunch } from '../gemini-cli/launchable.ts';
import { opencodeLaunch } from '../opencode/launchable.ts';
import type { Launchable } from './launchable.ts';

/** Every harness that can be started without a person, by the name that commands use. */
export const LAUNCHABLES = {
  'claude-code': claudeCodeLaunch,
  codex: codexLaunch,
  opencode: opencodeLaunch,
  'gemini-cli': geminiCliLaunch,
} as const satisfies Readonly<Record<string, Launchable>>;

export type LaunchableId = keyof typeof LAUNCHABLES;

export const LAUNCHABLE_IDS = Object.keys(LAUNCHABLES) as readonly LaunchableId[];
