package picture

import (
	"image"

	matrix "rsc.io/qr"

	"linnet/internal/core/qr/look"
)

// drawing is a code as filled outlines, in modules, margin included.
type drawing struct {
	width, height float64
	background    string // #rrggbb; empty: transparent
	layers        []layer
	aligned       bool // all edges are horizontal or vertical, between modules
}

// layer is an outline with its paint.
type layer struct {
	outline outline
	paint   paint
}

// paint is a color, or a gradient or an image if it is not nil. All gradients of a
// drawing are the same.
type paint struct {
	color    string
	gradient *gradient
	bitmap   *bitmap
}

// grid are the modules of a code without those that a logo covers.
type grid struct {
	*matrix.Code
	hole image.Rectangle
}

// Black reports whether a module is dark.
func (g grid) Black(x, y int) bool {
	return g.Code.Black(x, y) && (inCorner(g.Size, x, y) || !image.Pt(x, y).In(g.hole))
}

// cleared returns the number of modules that the logo covers.
func (g grid) cleared() int {
	n := 0
	for y := g.hole.Min.Y; y < g.hole.Max.Y; y++ {
		for x := g.hole.Min.X; x < g.hole.Max.X; x++ {
			if !inCorner(g.Size, x, y) {
				n++
			}
		}
	}
	return n
}

// or returns a paint of the color, or p when the color is empty.
func (p paint) or(color string) paint {
	if color == "" {
		return p
	}
	return paint{color: color}
}

// layOut returns the drawing of a code.
func layOut(bits grid, l look.Look, images Images) drawing {
	margin, n := float64(l.Margin), bits.Size
	frame := layOutFrame(l, float64(n)+2*margin)
	d := drawing{width: frame.width(), height: frame.height(), background: l.BackgroundColor()}
	code := square{frame.pad + margin, frame.pad + margin, float64(n)}
	if l.BackgroundImage() != "" && !l.HasPanel() {
		d.addBackground(l, frame, images.Background)
	}
	d.addFrame(l, frame, images)
	if d.background != l.Light && frame.pad == 0 {
		var light outline
		light.box(0, 0, code.side, code.side, radii{}, false)
		d.add(light, code, paint{color: l.Light})
	}
	d.addCode(bits, l, code)
	if l.Logo != "" {
		d.addLogo(l, code, logoRect(images.Logo, l, n), images.Logo)
	}
	return d
}

// addCode adds the modules and the corners.
func (d *drawing) addCode(bits grid, l look.Look, code square) {
	dark := paint{color: l.Dark}
	if g, ok := look.ParseGradient(l.Gradient); ok {
		dark.gradient = &gradient{g, code}
	}
	squareCorners := l.Frame == look.SquareFrame && l.Dot == look.SquareDot && l.FrameColor == "" && l.DotColor == ""
	if l.Modules == look.SquareModules && squareCorners {
		d.aligned = len(d.layers) == 0 || l.FrameStyle == look.NoFrameStyle
		d.add(runs(bits, false), code, dark)
		return
	}
	d.add(modules(bits, l.Modules), code, dark)
	var frames, dots outline
	for _, c := range cornersOf(bits.Size) {
		drawFrame(&frames, l.Frame, c)
		drawDot(&dots, l.Dot, l.Frame, c)
	}
	d.add(frames, code, dark.or(l.FrameColor))
	d.add(dots, code, dark.or(l.DotColor))
}

// add adds an outline whose origin is that of an area. It extends the last layer
// if that has the same paint, because painters rasterize layers one by one.
func (d *drawing) add(o outline, area square, p paint) {
	moved := o.moved(1, area.x, area.y)
	if n := len(d.layers); n > 0 && d.layers[n-1].paint == p {
		d.layers[n-1].outline.join(moved)
		return
	}
	d.layers = append(d.layers, layer{moved, p})
}

// gradient returns the gradient of the drawing, or nil.
func (d *drawing) gradient() *gradient {
	for _, l := range d.layers {
		if l.paint.gradient != nil {
			return l.paint.gradient
		}
	}
	return nil
}

// bitmaps returns the images of the drawing in order.
func (d *drawing) bitmaps() []*bitmap {
	var all []*bitmap
	for _, l := range d.layers {
		if l.paint.bitmap != nil {
			all = append(all, l.paint.bitmap)
		}
	}
	return all
}

// modules returns the dark modules outside of the corners.
func modules(bits grid, shape look.Modules) outline {
	if shape == look.SquareModules {
		return runs(bits, true)
	}
	dark := func(x, y int) bool { return bits.Black(x, y) && !inCorner(bits.Size, x, y) }
	var o outline
	for y := range bits.Size {
		for x := range bits.Size {
			if dark(x, y) {
				drawModule(&o, shape, float64(x), float64(y), func(dx, dy int) bool { return !dark(x+dx, y+dy) })
			}
		}
	}
	return o
}

// runs returns the dark modules as rectangles, one for each horizontal run, so
// that viewers show no hairlines between them.
func runs(bits grid, withoutCorners bool) outline {
	dark := func(x, y int) bool {
		return x < bits.Size && bits.Black(x, y) && (!withoutCorners || !inCorner(bits.Size, x, y))
	}
	var o outline
	for y := range bits.Size {
		for x := 0; x < bits.Size; x++ {
			start := x
			for dark(x, y) {
				x++
			}
			if x > start {
				o.box(float64(start), float64(y), float64(x-start), 1, radii{}, false)
			}
		}
	}
	return o
}
