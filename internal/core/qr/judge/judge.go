// Package judge rates how reliably scanners read a QR code. It decodes the picture
// with a decoder that shares no code with the renderer, and checks the look against
// the limits of scanners and printers.
//
// No rule about colors and shapes tells whether a design is read, so gozxing decodes it
// at full and half size, blurred, rotated and with noise. A test draws 1,000 random
// designs (LINNET_QR_DESIGNS) and requires that zbar and zxing-cpp read every design
// that passes. They are the reason for some shapes: round dots are slightly square and
// square dots in round frames slightly round, because zxing-cpp compares frame and dot
// along the diagonal; circle, leaf and drop frames have smaller radii than their names
// suggest, because zbar searches for straight lines; the star has a radius of 1.7
// modules, because zxing-cpp missed 61 of 210 pictures with 1.8.
//
// A background that differs from the light modules fails the check of the margin,
// because zbar finds the edge of that area instead of the code. A logo raises the error
// correction to Q, from 15% of the side on to H, and may cover half of what the level
// recovers. A code that the decoder misses is read once more with all sets of three
// corners, as scanners do: in one of a thousand plain codes, modules of the content
// look more like a corner than a corner does. A rating takes on the order of 65 ms on a
// busy core.
package judge

import (
	"slices"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

// The names of checks.
const (
	Decode     = "decode"     // the picture is read in every rendition
	Contrast   = "contrast"   // the weakest contrast of dark on light
	Inverted   = "inverted"   // dark on light, not light on dark
	QuietZone  = "quietZone"  // the margin and its color
	ModuleSize = "moduleSize" // the size of a printed module
	Density    = "density"    // the number of modules
	Logo       = "logo"       // the modules that the logo covers; only with a logo
	Characters = "characters" // letters that scanners may read in another character set; only with such letters
)

// PassScore is the lowest score of a code that most scanners read. Below it, users
// are warned.
const PassScore = 60

// Check is the result of one check.
type Check struct {
	Name    string
	OK      bool
	Message string    // one or two sentences for the user
	Fix     look.Edit // makes the check pass; nil when it passes or needs the user's decision

	// PrintFix is the print size that makes the check pass; zero when it passes or
	// depends on the look.
	PrintFix picture.PrintSize
}

// Report is the result of all checks.
type Report struct {
	Score   int  // 0–100; below PassScore for a look that picture.Draw refuses
	Decoded bool // the decoder reads the content in every rendition
	Checks  []Check
}

// Passes reports whether every check passes.
func (r Report) Passes() bool {
	return !slices.ContainsFunc(r.Checks, func(c Check) bool { return !c.OK })
}

// weight returns the points that a failed check costs.
func weight(name string) int {
	switch name {
	case Decode:
		return 60
	case Contrast, Inverted:
		return 25
	case QuietZone, ModuleSize, Logo:
		return 15
	}
	return 5
}

// Judge rates the code of a text, printed in a size or in that of the look. It returns
// Invalid when the text, the size or the syntax of the look is not valid or lacks an
// image; colors with a low contrast are rated.
func Judge(text string, l look.Look, images picture.Images, size picture.PrintSize) (Report, error) {
	code, err := picture.DrawAnyContrast(text, l, images)
	if err != nil {
		return Report{}, err
	}
	if code, err = code.Printed(size); err != nil {
		return Report{}, err
	}
	decoded := decode(code, text, l)
	r := Report{Decoded: decoded.OK}
	r.Checks = append(r.Checks,
		decoded, checkContrast(code, l), checkInverted(l), checkQuietZone(l), checkModuleSize(code, l, size), checkDensity(code))
	if l.Logo != "" {
		r.Checks = append(r.Checks, checkLogo(code, l))
	}
	if c, ok := checkCharacters(text); ok {
		r.Checks = append(r.Checks, c)
	}
	r.Score = 100
	for _, c := range r.Checks {
		if !c.OK {
			r.Score -= weight(c.Name)
		}
	}
	r.Score = max(0, r.Score)
	if l.Validate() != nil { // colors that are rated, but not drawn
		r.Score = min(r.Score, PassScore-1)
	}
	return r, nil
}
