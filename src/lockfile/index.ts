export { Lock, LockedOperation, LockedSkill, LockedToolkit, ToolObject } from './lock.ts';
