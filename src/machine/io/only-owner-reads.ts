/** Whether a secret may stand in a file: nobody but this user, or root, owns it and may read it. */
export const onlyOwnerReads = ({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean =>
  (mode & 0o077) === 0 && [0, process.getuid?.()].includes(uid);
