import type { Place } from './layout.ts';

/** What a drawing is made of, black on white. */
export type Shape =
  | {
      readonly kind: 'stroke';
      /** Ends of straight pieces; of `quadratic` ones every second point is a control point. */
      readonly points: readonly Place[];
      readonly curve: 'straight' | 'quadratic';
      readonly dashed: boolean;
    }
  | { readonly kind: 'polygon'; readonly corners: readonly Place[] }
  | { readonly kind: 'dot'; readonly at: Place }
  | {
      readonly kind: 'text';
      readonly at: Place;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly size: number;
    };

export type Drawing = {
  readonly shapes: readonly Shape[];
  readonly width: number;
  readonly height: number;
};

export const STROKE_WIDTH = 1.6;
export const DOT_RADIUS = 3.2;
/** Lengths of a dash and of the gap after it. */
export const DASHES = [7, 5] as const;

const movedPlace = ({ x, y }: Place, by: Place): Place => ({ x: x + by.x, y: y + by.y });

export function moved(shape: Shape, by: Place): Shape {
  switch (shape.kind) {
    case 'stroke':
      return { ...shape, points: shape.points.map((point) => movedPlace(point, by)) };
    case 'polygon':
      return { ...shape, corners: shape.corners.map((corner) => movedPlace(corner, by)) };
    case 'dot':
    case 'text':
      return { ...shape, at: movedPlace(shape.at, by) };
  }
}
