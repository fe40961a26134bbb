// Package look describes how QR codes are drawn. It has no dependencies inside core,
// so that domains can have a look.
package look

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"linnet/internal/base/fault"
)

// Bounds of a look.
const (
	QuietZone = 4    // modules around the code required by ISO/IEC 18004
	MinSize   = 64   // pixels
	MaxSize   = 4096 // pixels
	MaxMargin = 20   // modules
)

// Level is the error correction level.
type Level string

// The levels of ISO/IEC 18004, which recover about 7, 15, 25 and 30 percent.
const (
	Low      Level = "L"
	Medium   Level = "M"
	Quartile Level = "Q"
	High     Level = "H"
)

// Look describes how a code is drawn. Its JSON form is what the store holds.
type Look struct {
	Size   int    `json:"size"`   // pixels of a side, margin included
	Margin int    `json:"margin"` // modules of a side
	Level  Level  `json:"level"`
	Dark   string `json:"dark"`  // #rrggbb
	Light  string `json:"light"` // #rrggbb
}

// Defaults returns a look that every phone reads: dark on white with the quiet
// zone.
func Defaults() Look {
	return Look{Size: 512, Margin: QuietZone, Level: Medium, Dark: "#101d1e", Light: "#ffffff"}
}

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// minContrast is the WCAG contrast ratio that scanners need.
const minContrast = 3.0

// Validate returns every field error of a look, or nil. The code must be dark on
// light: many scanners do not read inverted codes.
func (l Look) Validate() error {
	var faults fault.List
	if l.Size < MinSize || l.Size > MaxSize {
		faults.Add("size", fmt.Sprintf("Use a size of %d to %d pixels.", MinSize, MaxSize))
	}
	if l.Margin < 0 || l.Margin > MaxMargin {
		faults.Add("margin", fmt.Sprintf("Use a margin of 0 to %d modules; %d is what scanners expect.", MaxMargin, QuietZone))
	}
	if !slices.Contains([]Level{Low, Medium, Quartile, High}, l.Level) {
		faults.Add("level", "Use L, M, Q or H.")
	}
	dark, light := hexColor.MatchString(l.Dark), hexColor.MatchString(l.Light)
	if !dark {
		faults.Add("dark", "Use a color such as #101d1e.")
	}
	if !light {
		faults.Add("light", "Use a color such as #ffffff.")
	}
	if dark && light && contrast(l.Dark, l.Light) < minContrast {
		faults.Add("dark", "Scanners cannot read this. Choose a dark color on a much lighter one.")
	}
	return faults.Err()
}

// Patch is a partial update of a look; nil leaves a field unchanged.
type Patch struct {
	Size   *int
	Margin *int
	Level  *Level
	Dark   *string
	Light  *string
}

// On returns the look with the patch applied, colors in lower case.
func (p Patch) On(l Look) Look {
	if p.Size != nil {
		l.Size = *p.Size
	}
	if p.Margin != nil {
		l.Margin = *p.Margin
	}
	if p.Level != nil {
		l.Level = *p.Level
	}
	if p.Dark != nil {
		l.Dark = strings.ToLower(*p.Dark)
	}
	if p.Light != nil {
		l.Light = strings.ToLower(*p.Light)
	}
	return l
}
