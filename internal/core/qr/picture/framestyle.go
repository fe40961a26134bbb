package picture

import (
	"math"

	"linnet/internal/core/qr/look"
)

// Proportions of frame styles, as parts of the code's side with its margin.
const (
	padPart     = 0.05 // around the code
	bandPart    = 0.18 // the height of the caption's band
	letterPart  = 0.55 // the largest em, of the band
	capHeight   = 0.72 // of the em
	panelRadius = 3    // modules
)

// frameLayout is the area of a picture around the code with its margin. Its sizes
// are whole modules, so that the modules of rasters stay whole pixels.
type frameLayout struct {
	side, pad, band float64
}

// layOutFrame returns the layout of a look for a code with so many modules on a
// side, margin included. A style without a caption has no band.
func layOutFrame(l look.Look, side float64) frameLayout {
	f := frameLayout{side: side}
	if l.HasPanel() {
		f.pad = math.Ceil(side * padPart)
		f.band = f.pad
	}
	if l.Caption != "" && l.FrameStyle != look.NoFrameStyle {
		f.band = math.Ceil(side * bandPart)
	}
	return f
}

func (f frameLayout) width() float64  { return f.side + 2*f.pad }
func (f frameLayout) height() float64 { return f.pad + f.side + f.band }

// addFrame adds the panel of the style below the code, and the caption.
func (d *drawing) addFrame(l look.Look, f frameLayout, images Images) {
	origin := square{}
	dark := paint{color: l.DarkColors()[0].Color}
	light := paint{color: l.Light}
	text := dark
	if l.HasPanel() {
		var panel, window outline
		if l.FrameStyle == look.TicketStyle && l.Caption != "" {
			panel = ticket(f)
		} else {
			panel.box(0, 0, f.width(), f.height(), sameRadii(panelRadius+1), false)
		}
		window.box(f.pad, f.pad, f.side, f.side, sameRadii(panelRadius-1), false)
		d.add(panel, origin, dark)
		d.add(window, origin, light)
		if l.BackgroundImage() != "" {
			d.addBackground(l, f, images.Background)
		}
		text = light
	}
	if f.band == f.pad { // no caption
		return
	}
	letters, width := caption(l.Caption)
	if width == 0 {
		return
	}
	em := min(f.band*letterPart, (f.width()-2*max(f.pad, 2))/width)
	center := f.pad + f.side + f.band/2
	if f.pad == 0 {
		center -= f.band / 6 // a label is closer to the code than to the edge
	}
	d.layers = append(d.layers, layer{letters.moved(em, (f.width()-width*em)/2, center+em*capHeight/2), text})
}

// ticket returns a panel with a notch on each side, where the band begins.
func ticket(f frameLayout) outline {
	const r = panelRadius + 1
	w, h, notch := f.width(), f.height(), f.pad*0.6
	y := f.pad + f.side + notch/2
	var o outline
	o.move(r, 0)
	o.line(w-r, 0)
	o.corner(point{w, 0}, point{w, r})
	o.line(w, y-notch)
	o.corner(point{w - notch, y - notch}, point{w - notch, y})
	o.corner(point{w - notch, y + notch}, point{w, y + notch})
	o.line(w, h-r)
	o.corner(point{w, h}, point{w - r, h})
	o.line(r, h)
	o.corner(point{0, h}, point{0, h - r})
	o.line(0, y+notch)
	o.corner(point{notch, y + notch}, point{notch, y})
	o.corner(point{notch, y - notch}, point{0, y - notch})
	o.line(0, r)
	o.corner(point{0, 0}, point{r, 0})
	o.close()
	return o
}
