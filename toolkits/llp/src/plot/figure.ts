/** A piece of text; `raised` ones are exponents (1) or indices (-1), smaller. */
export type Span = { readonly text: string; readonly raised?: 1 | -1 };

/** What a figure is made of, in px from its upper left corner. Colours are #rrggbb. */
export type Mark =
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly colour: string;
      readonly width: number;
      readonly dash?: readonly [number, number];
    }
  | {
      readonly kind: 'area';
      readonly points: readonly Point[];
      readonly colour: string;
      readonly opacity: number;
    }
  | {
      readonly kind: 'dot';
      readonly at: Point;
      readonly radius: number;
      readonly colour: string;
      readonly hollow: boolean;
    }
  | {
      readonly kind: 'text';
      readonly at: Point;
      readonly spans: readonly Span[];
      readonly size: number;
      readonly anchor: 'start' | 'middle' | 'end';
      /** Turned by 90 degrees to the left. */
      readonly upright?: boolean;
      readonly colour?: string;
    };

export type Point = readonly [x: number, y: number];

export type Figure = {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly marks: readonly Mark[];
};

export const INK = '#222222';
/** Size of a raised or lowered span, and how far it is moved, both in sizes of the text. */
export const SMALL = 0.7;
export const RAISE = 0.38;
export const LOWER = 0.18;
