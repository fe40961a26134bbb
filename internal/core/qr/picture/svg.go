package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
)

// SVG returns the code as an SVG document.
func (p Picture) SVG() []byte {
	var b bytes.Buffer
	d := &p.drawing
	width, height := number(d.width), number(d.height)
	outerWidth, outerHeight := strconv.Itoa(p.look.Size), strconv.Itoa(p.height())
	if mm := p.print.Millimeters; mm > 0 {
		outerWidth, outerHeight = number(mm)+"mm", number(mm*d.height/d.width)+"mm"
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s"`,
		outerWidth, outerHeight, width, height)
	if d.aligned {
		b.WriteString(` shape-rendering="crispEdges"`)
	}
	b.WriteByte('>')
	if d.background != "" {
		fmt.Fprintf(&b, `<path fill="%s" d="M0 0h%sv%sH0z"/>`, d.background, width, height)
	}
	if g := d.gradient(); g != nil {
		svgGradient(&b, g)
	}
	for _, l := range d.layers {
		if l.paint.bitmap != nil {
			svgImage(&b, l)
			continue
		}
		fill := l.paint.color
		if l.paint.gradient != nil {
			fill = "url(#g)"
		}
		fmt.Fprintf(&b, `<path fill="%s" d="`, fill)
		svgPath(&b, l.outline)
		b.WriteString(`"/>`)
	}
	b.WriteString(`</svg>`)
	return b.Bytes()
}

// height returns the height in pixels.
func (p Picture) height() int {
	return int(math.Round(float64(p.look.Size) * p.drawing.height / p.drawing.width))
}

func svgGradient(b *bytes.Buffer, g *gradient) {
	name := "linearGradient"
	if g.Radial {
		name = "radialGradient"
		c := g.area.center()
		fmt.Fprintf(b, `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="%s" cy="%s" r="%s">`,
			number(c.x), number(c.y), number(g.radius()))
	} else {
		from, to := g.ends()
		fmt.Fprintf(b, `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="%s" y1="%s" x2="%s" y2="%s">`,
			number(from.x), number(from.y), number(to.x), number(to.y))
	}
	fmt.Fprintf(b, `<stop stop-color="%s"/><stop offset="1" stop-color="%s"/></%s>`, g.From, g.To, name)
}

// svgImage writes an image as a data URI, clipped by its outline. A drawing has at
// most one clipped image. The attribute is that of SVG 1.1, which Illustrator needs and which SVG 2
// lets all programs read.
func svgImage(b *bytes.Buffer, l layer) {
	image := l.paint.bitmap
	clip := ""
	if image.clip {
		b.WriteString(`<clipPath id="w"><path d="`)
		svgPath(b, l.outline)
		b.WriteString(`"/></clipPath>`)
		clip = ` clip-path="url(#w)"`
	}
	raw, mediaType := image.file()
	fmt.Fprintf(b, `<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none"%s`+
		` xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="data:%s;base64,%s"/>`,
		number(image.area.x), number(image.area.y), number(image.area.w), number(image.area.h), clip,
		mediaType, base64.StdEncoding.EncodeToString(raw))
}

// svgPath writes the path data of an outline, with relative commands because they
// are shorter.
func svgPath(b *bytes.Buffer, o outline) {
	var at, start point
	o.each(func(v verb, p []point) {
		switch v {
		case moveTo:
			fmt.Fprintf(b, "M%s %s", number(p[0].x), number(p[0].y))
			at, start = p[0], p[0]
			return
		case lineTo:
			dx, dy := number(p[0].x-at.x), number(p[0].y-at.y)
			switch {
			case dy == "0":
				b.WriteString("h" + dx)
			case dx == "0":
				b.WriteString("v" + dy)
			default:
				b.WriteString("l" + dx + " " + dy)
			}
		case curveTo:
			b.WriteByte('c')
			for i, q := range p {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(number(q.x-at.x) + " " + number(q.y-at.y))
			}
		case closed:
			b.WriteByte('z')
			at = start
			return
		}
		at = p[len(p)-1]
	})
}

// number formats a coordinate with up to three decimals, a two-thousandth of a
// pixel in the largest picture of the smallest code.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000+0, 'f', -1, 64) // +0 makes -0 positive
}
