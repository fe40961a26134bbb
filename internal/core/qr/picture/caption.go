package picture

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"linnet/internal/core/qr/look"
)

// unitsPerEm is the size at which glyphs are loaded.
const unitsPerEm = 2048

// caption returns the outlines of a text with an em of 1, its baseline at y = 0, and
// its width. Characters without a glyph are omitted.
func caption(text string) (o outline, width float64) {
	face, err := look.CaptionFont()
	if err != nil {
		return o, 0
	}
	var b sfnt.Buffer
	ppem := fixed.I(unitsPerEm)
	em := float64(ppem)
	at := func(p fixed.Point26_6) point { return point{width + float64(p.X)/em, float64(p.Y) / em} }
	for _, r := range text {
		glyph, err := face.GlyphIndex(&b, r)
		if err != nil || glyph == 0 {
			continue
		}
		segments, err := face.LoadGlyph(&b, glyph, ppem, nil)
		if err != nil {
			continue
		}
		o.addGlyph(segments, at)
		if advance, err := face.GlyphAdvance(&b, glyph, ppem, font.HintingNone); err == nil {
			width += float64(advance) / em
		}
	}
	return o, width
}

// addGlyph adds the contours of a glyph, with quadratic curves as cubic ones.
func (o *outline) addGlyph(segments sfnt.Segments, at func(fixed.Point26_6) point) {
	var last point
	for i, s := range segments {
		p := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				o.close()
			}
			o.move(p.x, p.y)
		case sfnt.SegmentOpLineTo:
			o.line(p.x, p.y)
		case sfnt.SegmentOpQuadTo:
			end := at(s.Args[1])
			o.curve(last.x+(p.x-last.x)*2/3, last.y+(p.y-last.y)*2/3, end.x+(p.x-end.x)*2/3, end.y+(p.y-end.y)*2/3, end.x, end.y)
			p = end
		case sfnt.SegmentOpCubeTo:
			second, end := at(s.Args[1]), at(s.Args[2])
			o.curve(p.x, p.y, second.x, second.y, end.x, end.y)
			p = end
		}
		last = p
	}
	if len(segments) > 0 {
		o.close()
	}
}
