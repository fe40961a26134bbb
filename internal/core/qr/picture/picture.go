// Package picture draws QR codes as SVG, PNG, JPEG, WebP, PDF and EPS. All formats are
// painted from one drawing of filled outlines. The same input yields the same bytes.
//
// A code is laid out as filled outlines in modules, captions as outlines of Go Bold.
// PDF and EPS have no dates. mm and dpi set the printed width: SVG, PDF and EPS have
// that size, PNG a pHYs chunk.
//
// Images are opaque when they reach a format: JPEG and PNG in SVG, DCT and Flate
// streams in PDF and EPS, which has no transparency. A logo is drawn on the light color
// and clears the modules behind it and half a module around it. A background is cropped
// to the picture around the focal point of the look, and mixed with three parts of the
// light color, so that its darkest pixel is still light.
//
// # The twin in the web app
//
// web/src/entities/qr-code/drawing draws the same outlines in the same order as the
// same SVG text, for previews: a request for each step of a slider takes 30 to 200 ms,
// this renderer as WebAssembly has more than 1 MB, and other libraries have other
// shapes. A change of an outline needs the same change in both.
// TestPicture_WebAppDrawsTheSame writes 84 designs and 600 matrices (-update) and
// parity.test.ts compares them byte by byte, apart from embedded images. The caption
// font is exported to web/src/shared/data/caption-font.json by a test. Downloads and
// ratings are this package's.
package picture

import (
	"fmt"

	matrix "rsc.io/qr"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/symbol"
)

// MaxText is the length of the longest encoded text, in bytes: larger codes are too
// dense to scan from paper.
const MaxText = 1000

// Picture is an encoded text with a look.
type Picture struct {
	look    look.Look
	drawing drawing
	modules int // of a side
	cleared int // modules
	print   PrintSize
}

// Draw encodes text. It returns Invalid when the look is not valid or lacks an image,
// and Invalid at "url" when the text is empty or longer than MaxText.
func Draw(text string, l look.Look, images Images) (Picture, error) {
	if err := l.Validate(); err != nil {
		return Picture{}, err
	}
	return DrawAnyContrast(text, l, images)
}

// DrawAnyContrast is Draw for looks whose colors may be too similar or inverted.
func DrawAnyContrast(text string, l look.Look, images Images) (Picture, error) {
	if err := l.ValidateSyntax(); err != nil {
		return Picture{}, err
	}
	if err := images.check(l); err != nil {
		return Picture{}, err
	}
	if text == "" || len(text) > MaxText {
		return Picture{}, fault.New(fault.Invalid, fmt.Sprintf("A QR code holds 1 to %d bytes. Shorten the address first.", MaxText)).
			At("url")
	}
	code, err := symbol.Encode(text, encoderLevel(l.EffectiveLevel()))
	if err != nil {
		return Picture{}, fault.Wrap(err, fault.Invalid, "This is too long for a QR code. Shorten the address first.").At("url")
	}
	bits := grid{Code: code}
	if l.Logo != "" {
		bits.hole = logoRect(images.Logo, l, code.Size).hole()
	}
	return Picture{look: l, drawing: layOut(bits, l, images), modules: code.Size, cleared: bits.cleared()}, nil
}

// encoderLevel returns the encoder's value of a valid level.
func encoderLevel(l look.Level) matrix.Level {
	switch l {
	case look.Low:
		return matrix.L
	case look.Medium:
		return matrix.M
	case look.Quartile:
		return matrix.Q
	case look.High:
	}
	return matrix.H
}

// Width returns the width in modules, margin included.
func (p Picture) Width() float64 { return p.drawing.width }

// Modules returns the number of modules of a side, without the margin.
func (p Picture) Modules() int { return p.modules }

// Covered returns the part of the modules that the logo covers, 0 to 1.
func (p Picture) Covered() float64 { return float64(p.cleared) / float64(p.modules*p.modules) }

// DarkestBackground returns the darkest color of the image behind the code; empty
// if there is none.
func (p Picture) DarkestBackground() string {
	for _, l := range p.drawing.layers {
		if b := l.paint.bitmap; b != nil && b.photo {
			return b.darkest()
		}
	}
	return ""
}
