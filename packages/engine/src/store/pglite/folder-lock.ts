// first version
export interface FolderLock {
  release(): Promise<void>;
}
export async function lockFolder(_folder: string): Promise<FolderLock> {
  return { async release() {} };
}
