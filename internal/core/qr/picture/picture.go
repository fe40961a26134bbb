// Package picture draws QR codes as SVG, PNG, WebP, PDF and EPS. All formats are
// painted from one drawing of filled outlines. The same input yields the same bytes.
package picture

import (
	"fmt"

	matrix "rsc.io/qr"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/look"
)

// MaxText is the length of the longest encoded text, in bytes: larger codes are too
// dense to scan from paper.
const MaxText = 1000

// Picture is an encoded text with a look.
type Picture struct {
	look    look.Look
	drawing drawing
	modules int // of a side
}

// Draw encodes text. It returns Invalid when the look is not valid, and Invalid
// at "url" when the text is empty or longer than MaxText.
func Draw(text string, l look.Look) (Picture, error) {
	if err := l.Validate(); err != nil {
		return Picture{}, err
	}
	return DrawAnyContrast(text, l)
}

// DrawAnyContrast is Draw for looks whose colors may be too similar or inverted.
func DrawAnyContrast(text string, l look.Look) (Picture, error) {
	if err := l.ValidateSyntax(); err != nil {
		return Picture{}, err
	}
	if text == "" || len(text) > MaxText {
		return Picture{}, fault.New(fault.Invalid, fmt.Sprintf("A QR code holds 1 to %d bytes. Shorten the address first.", MaxText)).
			At("url")
	}
	bits, err := matrix.Encode(text, encoderLevel(l.Level))
	if err != nil {
		return Picture{}, fault.Wrap(err, fault.Invalid, "This is too long for a QR code. Shorten the address first.").At("url")
	}
	return Picture{look: l, drawing: layOut(bits, l), modules: bits.Size}, nil
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
