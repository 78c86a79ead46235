/** A binary heap of texts, smallest first. A text may be in it several times. */
export class OpenQueue {
  readonly #heap: string[] = [];

  push(text: string): void {
    const heap = this.#heap;
    let at = heap.push(text) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above] ?? '') <= text) break;
      heap[at] = heap[above] ?? '';
      at = above;
    }
    heap[at] = text;
  }

  peek(): string | undefined {
    return this.#heap[0];
  }

  pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below + 1 < heap.length && (heap[below + 1] ?? '') < (heap[below] ?? '')) below += 1;
      const next = heap[below];
      if (next === undefined || next >= last) break;
      heap[at] = next;
      at = below;
    }
    heap[at] = last;
  }
}
