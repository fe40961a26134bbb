package picture

import "linnet/internal/core/qr/look"

// Widths of a corner, in modules.
const (
	frameWidth = 7
	dotWidth   = 3
)

// corner is one of the three finder patterns: its position in modules, and the
// index of its vertex towards the center of the code, clockwise from the top left.
type corner struct {
	x, y   float64
	vertex int
}

// cornersOf returns the corners of a code with so many modules on a side.
func cornersOf(side int) [3]corner {
	far := float64(side - frameWidth)
	return [3]corner{{0, 0, 2}, {far, 0, 3}, {0, far, 1}}
}

// inCorner reports whether a module belongs to a corner.
func inCorner(side, x, y int) bool {
	return (x < frameWidth && y < frameWidth) ||
		(x >= side-frameWidth && y < frameWidth) ||
		(x < frameWidth && y >= side-frameWidth)
}

// drawFrame adds the frame of a corner. Its radii leave enough straight edge for
// scanners that search for lines.
func drawFrame(o *outline, shape look.Frame, c corner) {
	const half = frameWidth / 2.0
	switch shape {
	case look.SquareFrame:
		o.ring(c, radii{})
	case look.RoundedFrame:
		o.ring(c, sameRadii(half*0.6))
	case look.CircleFrame:
		o.ring(c, sameRadii(half*0.85))
	case look.LeafFrame:
		o.ring(c, leafRadii(half*0.7, c.vertex))
	case look.DropFrame:
		o.ring(c, dropRadii(half*0.7, c.vertex))
	case look.CushionFrame:
		o.join(cushion(c.x, c.y, frameWidth))
		hole := cushion(c.x+1, c.y+1, frameWidth-2)
		o.join(hole.reversed())
	case look.DotFrame:
		for i := range frameWidth - 1 {
			at := float64(i) + 0.5
			for _, p := range [4]point{{at, 0.5}, {frameWidth - 0.5, at}, {frameWidth - at, frameWidth - 0.5}, {0.5, frameWidth - at}} {
				o.circle(c.x+p.x, c.y+p.y, 0.5)
			}
		}
	}
}

// drawDot adds the dot of a corner. Scanners compare the widths of frame and dot along
// the diagonal: round dots are a little larger there than their names suggest, and the
// sharp vertices of dots in round frames a little smaller.
func drawDot(o *outline, shape look.Dot, frame look.Frame, c corner) {
	const half = dotWidth / 2.0
	x, y, center := c.x+2, c.y+2, frameWidth/2.0
	box := func(r radii) { o.box(x, y, dotWidth, dotWidth, softened(r, frame), false) }
	switch shape {
	case look.SquareDot:
		box(radii{})
	case look.RoundedDot:
		box(sameRadii(half * 0.6))
	case look.CircleDot:
		box(sameRadii(half * 0.75))
	case look.LeafDot:
		box(leafRadii(half*0.6, c.vertex))
	case look.DropDot:
		box(dropRadii(half*0.6, c.vertex))
	case look.DiamondDot:
		o.join(octagon(x, y, dotWidth))
	case look.StarDot:
		o.star(c.x+center, c.y+center, 8, 1.7, 1.4)
	}
}

// softened returns radii that round every vertex of a dot in a round frame.
func softened(r radii, frame look.Frame) radii {
	switch frame {
	case look.SquareFrame, look.CushionFrame, look.DotFrame:
	case look.CircleFrame, look.LeafFrame, look.DropFrame, look.RoundedFrame:
		for i := range r {
			r[i] = max(r[i], 0.4)
		}
	}
	return r
}

// ring adds a frame of one module's width.
func (o *outline) ring(c corner, outer radii) {
	inner := outer
	for i := range inner {
		inner[i] = max(0, inner[i]-1)
	}
	o.box(c.x, c.y, frameWidth, frameWidth, outer, false)
	o.box(c.x+1, c.y+1, frameWidth-2, frameWidth-2, inner, true)
}

// leafRadii returns radii that round the two vertices beside the given one.
func leafRadii(r float64, vertex int) radii {
	var all radii
	all[(vertex+1)%4], all[(vertex+3)%4] = r, r
	return all
}

// dropRadii returns radii that round every vertex except the given one.
func dropRadii(r float64, vertex int) radii {
	all := sameRadii(r)
	all[vertex] = 0
	return all
}

// octagon returns a square without its vertices. A diamond in the square would be
// too thin for scanners that sample beside its center.
func octagon(x, y, w float64) outline {
	var o outline
	cut := w * 0.2
	o.move(x+cut, y)
	for _, p := range [7]point{{w - cut, 0}, {w, cut}, {w, w - cut}, {w - cut, w}, {cut, w}, {0, w - cut}, {0, cut}} {
		o.line(x+p.x, y+p.y)
	}
	o.close()
	return o
}

// cushion returns a square whose sides curve outwards: their middles touch the
// square, its vertices lie inside by a fourteenth. Scanners measure the middles.
func cushion(x, y, w float64) outline {
	var o outline
	in, third := w/14, w/3
	bulge := in / 3 // of the control points beyond the square
	left, top, right, bottom := x+in, y+in, x+w-in, y+w-in
	o.move(left, top)
	o.curve(x+third, y-bulge, x+w-third, y-bulge, right, top)
	o.curve(x+w+bulge, y+third, x+w+bulge, y+w-third, right, bottom)
	o.curve(x+w-third, y+w+bulge, x+third, y+w+bulge, left, bottom)
	o.curve(x-bulge, y+w-third, x-bulge, y+third, left, top)
	o.close()
	return o
}
