// Package qr draws QR codes: one renderer for the pages' preview and for the
// API, so that what is seen is what is downloaded.
package qr

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
	"strings"

	matrix "rsc.io/qr"

	"linnet/internal/base/fault"
)

// Bounds of a code.
const (
	QuietZone = 4    // modules around the code that ISO/IEC 18004 asks for
	MinSize   = 64   // pixels
	MaxSize   = 4096 // pixels
	MaxMargin = 20   // modules
	MaxText   = 1000 // bytes; a code with more is too fine to be scanned from paper
)

// Level is how much of a code may be damaged.
type Level string

// The levels of ISO/IEC 18004: about 7, 15, 25 and 30 percent.
const (
	Low      Level = "L"
	Medium   Level = "M"
	Quartile Level = "Q"
	High     Level = "H"
)

// Look is how a code is drawn. Defaults gives what is left out.
type Look struct {
	Size   int // pixels of a side, margin included
	Margin int // modules of a side
	Level  Level
	Dark   string // #rrggbb
	Light  string // #rrggbb
}

// Defaults is a code that every phone reads: ink on white with the quiet zone.
func Defaults() Look {
	return Look{Size: 512, Margin: QuietZone, Level: Medium, Dark: "#101d1e", Light: "#ffffff"}
}

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// minContrast is what scanners need between dark and light, as WCAG counts it.
const minContrast = 3.0

// Validate returns every problem of a look, or nil. Colours must be dark on
// light: many scanners do not read the reverse.
func (l Look) Validate() error {
	var faults fault.List
	if l.Size < MinSize || l.Size > MaxSize {
		faults.Add("size", fmt.Sprintf("Use a size of %d to %d pixels.", MinSize, MaxSize))
	}
	if l.Margin < 0 || l.Margin > MaxMargin {
		faults.Add("margin", fmt.Sprintf("Use a margin of 0 to %d modules; %d is what scanners expect.", MaxMargin, QuietZone))
	}
	if _, ok := levels(l.Level); !ok {
		faults.Add("level", "Use L, M, Q or H.")
	}
	dark, light := hexColor.MatchString(l.Dark), hexColor.MatchString(l.Light)
	if !dark {
		faults.Add("dark", "Use a colour such as #101d1e.")
	}
	if !light {
		faults.Add("light", "Use a colour such as #ffffff.")
	}
	if dark && light && contrast(l.Dark, l.Light) < minContrast {
		faults.Add("dark", "Scanners would not read this: choose a dark colour on a much lighter one.")
	}
	return faults.Err()
}

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

// Code is a text as a QR code with a look.
type Code struct {
	bits *matrix.Code
	look Look
}

// New encodes text. Its faults: Invalid when the look has problems, or at
// "url" when the text is empty or longer than MaxText.
func New(text string, look Look) (Code, error) {
	if err := look.Validate(); err != nil {
		return Code{}, err
	}
	if text == "" || len(text) > MaxText {
		return Code{}, fault.New(fault.Invalid, fmt.Sprintf("A QR code holds 1 to %d bytes. Shorten the address first.", MaxText)).At("url")
	}
	level, _ := levels(look.Level)
	bits, err := matrix.Encode(text, level)
	if err != nil {
		return Code{}, fault.Wrap(err, fault.Invalid, "This is too long for a QR code. Shorten the address first.").At("url")
	}
	return Code{bits: bits, look: look}, nil
}

// side is the code's width in modules, margin included.
func (c Code) side() int { return c.bits.Size + 2*c.look.Margin }

// SVG draws the code as a document: one path of dark modules, so that no
// viewer shows hairlines between neighbours.
func (c Code) SVG() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" shape-rendering="crispEdges">`,
		c.look.Size, c.look.Size, c.side(), c.side())
	fmt.Fprintf(&b, `<path fill="%s" d="M0 0h%dv%dH0z"/><path fill="%s" d="`, c.look.Light, c.side(), c.side(), c.look.Dark)
	for y := range c.bits.Size {
		for x := 0; x < c.bits.Size; x++ {
			run := 0
			for x+run < c.bits.Size && c.bits.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+c.look.Margin, y+c.look.Margin, run, run)
				x += run
			}
		}
	}
	b.WriteString(`"/></svg>`)
	return b.Bytes()
}

// PNG draws the code in two colours. Modules are whole pixels, so that edges
// stay sharp; what is left of the size widens the margin.
func (c Code) PNG() ([]byte, error) {
	palette := color.Palette{rgb(c.look.Light), rgb(c.look.Dark)}
	img := image.NewPaletted(image.Rect(0, 0, c.look.Size, c.look.Size), palette)
	scale := c.look.Size / c.side()
	if scale < 1 {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("This code needs at least %d pixels.", c.side())).At("size")
	}
	offset := (c.look.Size - scale*c.bits.Size) / 2
	for y := range c.bits.Size * scale {
		for x := range c.bits.Size * scale {
			if c.bits.Black(x/scale, y/scale) {
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

// rgb reads a colour that Validate has seen.
func rgb(hex string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		return color.RGBA{A: 255}
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255} //nolint:gosec // cut to a byte on purpose
}
