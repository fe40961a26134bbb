// Package qr draws QR codes and manages the saved codes of links. The preview in
// the web app and the download use the same renderer.
package qr

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	matrix "rsc.io/qr"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
)

// MaxText is the length of the longest encoded text, in bytes: larger codes are too
// dense to scan from paper.
const MaxText = 1000

// Picture is an encoded text with a look.
type Picture struct {
	bits *matrix.Code
	look Look
}

// Draw encodes text. It returns Invalid when the look is not valid, and Invalid
// at "url" when the text is empty or longer than MaxText.
func Draw(text string, l Look) (Picture, error) {
	if err := l.Validate(); err != nil {
		return Picture{}, err
	}
	if text == "" || len(text) > MaxText {
		return Picture{}, fault.New(fault.Invalid, fmt.Sprintf("A QR code holds 1 to %d bytes. Shorten the address first.", MaxText)).
			At("url")
	}
	level, _ := levels(l.Level)
	bits, err := matrix.Encode(text, level)
	if err != nil {
		return Picture{}, fault.Wrap(err, fault.Invalid, "This is too long for a QR code. Shorten the address first.").At("url")
	}
	return Picture{bits: bits, look: l}, nil
}

// side returns the width in modules, margin included.
func (p Picture) side() int { return p.bits.Size + 2*p.look.Margin }

// SVG returns the code as an SVG document. The dark modules are one path, so that
// viewers show no hairlines between them.
func (p Picture) SVG() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" shape-rendering="crispEdges">`,
		p.look.Size, p.look.Size, p.side(), p.side())
	fmt.Fprintf(&b, `<path fill="%s" d="M0 0h%dv%dH0z"/><path fill="%s" d="`, p.look.Light, p.side(), p.side(), p.look.Dark)
	for y := range p.bits.Size {
		for x := 0; x < p.bits.Size; x++ {
			run := 0
			for x+run < p.bits.Size && p.bits.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+p.look.Margin, y+p.look.Margin, run, run)
				x += run
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return b.Bytes()
}

// PNG returns the code as a two-color PNG. Modules are whole pixels, so that
// edges are sharp; the rest of the size widens the margin.
func (p Picture) PNG() ([]byte, error) {
	palette := color.Palette{look.RGB(p.look.Light), look.RGB(p.look.Dark)}
	img := image.NewPaletted(image.Rect(0, 0, p.look.Size, p.look.Size), palette)
	scale := p.look.Size / p.side()
	if scale < 1 {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("This code needs at least %d pixels.", p.side())).At("size")
	}
	offset := (p.look.Size - scale*p.bits.Size) / 2
	for y := range p.bits.Size * scale {
		for x := range p.bits.Size * scale {
			if p.bits.Black(x/scale, y/scale) {
				img.SetColorIndex(x+offset, y+offset, 1)
			}
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("draw a QR code: %w", err)
	}
	return b.Bytes(), nil
}

// levels returns the encoder's error correction level.
func levels(l Level) (matrix.Level, bool) {
	switch l {
	case Low:
		return matrix.L, true
	case Medium:
		return matrix.M, true
	case Quartile:
		return matrix.Q, true
	case High:
		return matrix.H, true
	}
	return 0, false
}
