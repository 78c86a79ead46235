import { antigravity } from '../antigravity/attachable.ts';
import { claudeCode } from '../claude-code/attachable.ts';
import { claudeDesktop } from '../claude-desktop/attachable.ts';
import { codex } from '../codex/attachable.ts';
import { cursor } from '../cursor/attachable.ts';
import { geminiCli } from '../gemini-cli/attachable.ts';
import { goose } from '../goose/attachable.ts';
import { opencode, opencode2 } from '../opencode/attachable.ts';
import { vscode } from '../vscode/attachable.ts';
import { windsurf } from '../windsurf/attachable.ts';
import { zed } from '../zed/attachable.ts';
import type { Attachable } from './attachable.ts';

/** Every agent program that a loadout can be attached to, by the name that commands use. */
export const ATTACHABLES = {
  'claude-code': claudeCode,
  codex,
  opencode,
  'opencode-2': opencode2,
  'gemini-cli': geminiCli,
  cursor,
  vscode,
  'claude-desktop': claudeDesktop,
  antigravity,
  goose,
  zed,
  windsurf,
} as const satisfies Readonly<Record<string, Attachable>>;

export type AttachableId = keyof typeof ATTACHABLES;

export const ATTACHABLE_IDS = Object.keys(ATTACHABLES) as readonly AttachableId[];
