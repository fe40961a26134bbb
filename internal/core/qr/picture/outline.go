package picture

import "math"

// point is a position in modules; y grows downwards.
type point struct{ x, y float64 }

// verb is the kind of a path segment.
type verb byte

// Verbs, with their numbers of points.
const (
	moveTo  verb = iota // 1
	lineTo              // 1
	curveTo             // 3: two control points of a cubic Bézier curve and its end
	closed              // 0
)

// outline is a path that is filled by the nonzero rule: holes run counterclockwise.
type outline struct {
	verbs  []verb
	points []point
}

func (o *outline) move(x, y float64) { o.add(moveTo, point{x, y}) }
func (o *outline) line(x, y float64) { o.add(lineTo, point{x, y}) }
func (o *outline) close()            { o.add(closed) }

func (o *outline) curve(x1, y1, x2, y2, x, y float64) {
	o.add(curveTo, point{x1, y1}, point{x2, y2}, point{x, y})
}

func (o *outline) add(v verb, p ...point) {
	o.verbs = append(o.verbs, v)
	o.points = append(o.points, p...)
}

// each calls do with each segment and its points.
func (o *outline) each(do func(v verb, p []point)) {
	i := 0
	for _, v := range o.verbs {
		n := 1
		switch v {
		case moveTo, lineTo:
		case curveTo:
			n = 3
		case closed:
			n = 0
		}
		do(v, o.points[i:i+n])
		i += n
	}
}

// parts calls do with the points of each closed part.
func (o *outline) parts(do func(points []point)) {
	start, end := 0, 0
	o.each(func(v verb, p []point) {
		end += len(p)
		if v == closed {
			do(o.points[start:end])
			start = end
		}
	})
}

// arc is the distance of the control points of a quarter circle of radius 1.
const arc = 0.5522847498

// radii are the radii of the corners of a box, clockwise from the top left.
type radii [4]float64

func sameRadii(r float64) radii { return radii{r, r, r, r} }

// box adds a rectangle with round corners. A hole runs counterclockwise.
func (o *outline) box(x, y, w, h float64, r radii, hole bool) {
	var b outline
	b.move(x+r[0], y)
	b.line(x+w-r[1], y)
	b.corner(point{x + w, y}, point{x + w, y + r[1]})
	b.line(x+w, y+h-r[2])
	b.corner(point{x + w, y + h}, point{x + w - r[2], y + h})
	b.line(x+r[3], y+h)
	b.corner(point{x, y + h}, point{x, y + h - r[3]})
	if r[0] > 0 {
		b.line(x, y+r[0])
		b.corner(point{x, y}, point{x + r[0], y})
	}
	b.close()
	if hole {
		b = b.reversed()
	}
	o.join(b)
}

// corner adds the quarter of an ellipse from the last point to end, in the
// corner of their box; nothing when the three are the same.
func (o *outline) corner(at, end point) {
	start := o.points[len(o.points)-1]
	if start == end {
		return
	}
	o.curve(
		start.x+(at.x-start.x)*arc, start.y+(at.y-start.y)*arc,
		end.x+(at.x-end.x)*arc, end.y+(at.y-end.y)*arc,
		end.x, end.y,
	)
}

// circle adds a circle of radius r around a center.
func (o *outline) circle(x, y, r float64) { o.box(x-r, y-r, 2*r, 2*r, sameRadii(r), false) }

// star adds a regular star: n points at the outer radius and n at the inner one
// between them. The first points up.
func (o *outline) star(x, y float64, n int, outer, inner float64) {
	for i := range 2 * n {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		sin, cos := math.Sincos(math.Pi*float64(i)/float64(n) - math.Pi/2)
		if i == 0 {
			o.move(x+r*cos, y+r*sin)
		} else {
			o.line(x+r*cos, y+r*sin)
		}
	}
	o.close()
}

func (o *outline) join(other outline) {
	o.verbs = append(o.verbs, other.verbs...)
	o.points = append(o.points, other.points...)
}

// reversed returns a closed outline of one part in the other direction.
func (o *outline) reversed() outline {
	var r outline
	last := o.points[len(o.points)-1]
	r.move(last.x, last.y)
	end := len(o.points)
	for i := len(o.verbs) - 1; i > 0; i-- {
		switch o.verbs[i] {
		case lineTo:
			end--
			r.line(o.points[end-1].x, o.points[end-1].y)
		case curveTo:
			end -= 3
			p := o.points[end-1 : end+2]
			r.curve(p[2].x, p[2].y, p[1].x, p[1].y, p[0].x, p[0].y)
		case moveTo, closed:
		}
	}
	r.close()
	return r
}

// moved returns the outline scaled by s and then moved.
func (o *outline) moved(s, dx, dy float64) outline {
	m := outline{verbs: o.verbs, points: make([]point, len(o.points))}
	for i, p := range o.points {
		m.points[i] = point{p.x*s + dx, p.y*s + dy}
	}
	return m
}
