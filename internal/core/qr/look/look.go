// Package look describes how QR codes are drawn. It has no dependencies inside core,
// so that domains can have a look.
//
// The focal point of a background (FocalX, FocalY: percent, as object-position in CSS,
// 50 by default) belongs to the look and not to the image of the media library, whose
// point can change at any time: a code that was approved for print must not change
// because of another page. The studio copies the point of the image when it is chosen.
package look

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/base/hexcolor"
	"linnet/internal/base/ident"
)

// Bounds of a look.
const (
	QuietZone = 4    // modules around the code required by ISO/IEC 18004
	MinSize   = 64   // pixels
	MaxSize   = 4096 // pixels
	MaxMargin = 20   // modules

	MinLogo = 5  // percent of the code's side
	MaxLogo = 35 // percent of the code's side

	MaxFocal = 100 // percent of an image's width or height
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

// Transparent is the Background of a picture without one.
const Transparent = "transparent"

// Look describes how a code is drawn. Its JSON form is what the store and the API
// have. Colors are #rrggbb.
type Look struct {
	Size       int        `json:"size" minimum:"64" maximum:"4096" doc:"The width in pixels, margin and frameStyle included." example:"512"`
	Margin     int        `json:"margin" minimum:"0" maximum:"20" doc:"The margin in modules; scanners expect 4." example:"4"`
	Level      Level      `json:"level" enum:"L,M,Q,H" doc:"The error correction level: recovers about 7, 15, 25 or 30% of the code."`
	Dark       string     `json:"dark" doc:"A hex color with a high contrast to light." example:"#101d1e"`
	Light      string     `json:"light" doc:"The color of the light modules." example:"#ffffff"`
	Background string     `json:"background" doc:"A color, transparent, or the id of an image of the media library: behind and around the modules. Empty: the color of light." example:""`
	Modules    Modules    `json:"modules" enum:"square,rounded,dots,classy,diamond,star"`
	Frame      Frame      `json:"frame" enum:"square,rounded,circle,leaf,drop,cushion,dots" doc:"The shape of the frames of the three corners."`
	Dot        Dot        `json:"dot" enum:"square,rounded,circle,diamond,leaf,drop,star" doc:"The shape of the dots in the frames."`
	FrameColor string     `json:"frameColor" doc:"A hex color. Empty: as the modules." example:""`
	DotColor   string     `json:"dotColor" doc:"A hex color. Empty: as the modules." example:""`
	Gradient   string     `json:"gradient" doc:"Instead of dark: linear:<degrees>:<from>:<to>, clockwise from left to right, or radial:<from>:<to>. Empty: none." example:""`
	FrameStyle FrameStyle `json:"frameStyle" enum:"none,label,ticket,sticker" doc:"The design around the code, with the caption. It makes the picture higher than wide."`
	Caption    string     `json:"caption" doc:"At most 40 Latin, Greek or Cyrillic characters. Drawn by every frameStyle except none. Empty: none." example:"Scan me"`
	Logo       string     `json:"logo" doc:"The id of an image of the media library, in the center of the code. Raises the error correction to at least Q. Empty: none." example:""`
	LogoSize   int        `json:"logoSize" minimum:"5" maximum:"35" doc:"The longer side of the logo in percent of the code's side." example:"20"`
	FocalX     int        `json:"focalX" minimum:"0" maximum:"100" doc:"The point of the background image that stays visible where the image is cropped: percent of its width from the left." example:"50"`
	FocalY     int        `json:"focalY" minimum:"0" maximum:"100" doc:"The same in percent of its height from the top." example:"50"`
}

// Defaults returns a look that every phone reads: dark on white with the quiet
// zone.
func Defaults() Look {
	return Look{
		Size:       512,
		Margin:     QuietZone,
		Level:      Medium,
		Dark:       "#101d1e",
		Light:      "#ffffff",
		Modules:    SquareModules,
		Frame:      SquareFrame,
		Dot:        SquareDot,
		FrameStyle: NoFrameStyle,
		LogoSize:   20,
		FocalX:     MaxFocal / 2,
		FocalY:     MaxFocal / 2,
	}
}

// UnmarshalJSON decodes a whole look. Fields that the object lacks, because an earlier
// version did not store them, have the values of Defaults.
func (l *Look) UnmarshalJSON(raw []byte) error {
	*l = Defaults()
	if err := l.MergeJSON(raw); err != nil {
		return fmt.Errorf("decode a QR look: %w", err)
	}
	return nil
}

// BackgroundColor returns the color around the modules, or below the image;
// empty if transparent.
func (l Look) BackgroundColor() string {
	if l.Background == Transparent {
		return ""
	}
	if l.BackgroundImage() != "" {
		return l.Light
	}
	return cmp.Or(l.Background, l.Light)
}

// BackgroundImage returns the id of the image behind the code; empty if there is none.
func (l Look) BackgroundImage() string {
	if isImage(l.Background) {
		return l.Background
	}
	return ""
}

// Images returns the ids of the images of the look, each once.
func (l Look) Images() []string {
	var ids []string
	for _, id := range []string{l.Logo, l.BackgroundImage()} {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// WithoutImages returns the look without its logo and the image of its background.
func (l Look) WithoutImages() Look {
	l.Logo = ""
	if l.BackgroundImage() != "" {
		l.Background = ""
	}
	return l
}

// largeLogo is the size from which a logo needs the highest error correction.
const largeLogo = 15

// EffectiveLevel returns the error correction level of the code: Level, raised when a
// logo covers modules.
func (l Look) EffectiveLevel() Level {
	switch {
	case l.Logo == "" || l.Level == High:
		return l.Level
	case l.LogoSize >= largeLogo:
		return High
	}
	return Quartile
}

// isImage reports whether a text has the form of the id of an image of the media
// library.
func isImage(text string) bool {
	number, ok := ident.Number(text)
	return ok && number != 0 && ident.Text(ident.Media, number) == text
}

// HasPanel reports whether the frame style draws a panel around the code, with a
// window of the color of the light modules.
func (l Look) HasPanel() bool { return l.FrameStyle == TicketStyle || l.FrameStyle == StickerStyle }

// QuietColor returns the color of the quiet zone; empty if transparent.
func (l Look) QuietColor() string {
	if l.HasPanel() {
		return l.Light
	}
	return l.BackgroundColor()
}

// DarkColors returns the colors that scanners must read as dark.
func (l Look) DarkColors() []FieldColor {
	colors := []FieldColor{{"dark", l.Dark}}
	if g, ok := ParseGradient(l.Gradient); ok {
		colors = []FieldColor{{"gradient", g.From}, {"gradient", g.To}}
	}
	if l.FrameColor != "" {
		colors = append(colors, FieldColor{"frameColor", l.FrameColor})
	}
	if l.DotColor != "" {
		colors = append(colors, FieldColor{"dotColor", l.DotColor})
	}
	return colors
}

// FieldColor is a color with the name of its field in the API.
type FieldColor struct{ Field, Color string }

var hexColor = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// minContrast is the WCAG contrast ratio that scanners need.
const minContrast = 3.0

// Validate returns every field error of a look, or nil. The code must be dark on
// light: many scanners do not read inverted codes.
func (l Look) Validate() error {
	var faults fault.List
	faults.AddErr("", l.ValidateSyntax())
	light, background := l.Light, l.QuietColor()
	for _, dark := range l.DarkColors() {
		switch {
		case !hexColor.MatchString(dark.Color): // a syntax error
		case hexColor.MatchString(light) && hexcolor.Contrast(dark.Color, light) < minContrast:
			faults.Add(dark.Field, "Scanners cannot read this. Choose a dark color on a much lighter one.")
		case hexColor.MatchString(background) && background != light && hexcolor.Contrast(dark.Color, background) < minContrast:
			faults.Add("background", "Scanners cannot find the edge of this code. Choose a background much lighter than the code.")
		}
	}
	return faults.Err()
}

// ValidateSyntax is Validate without the contrast of the colors.
func (l Look) ValidateSyntax() error {
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
	if !slices.Contains(AllModules(), l.Modules) {
		faults.Add("modules", "Use square, rounded, dots, classy, diamond or star.")
	}
	if !slices.Contains(AllFrames(), l.Frame) {
		faults.Add("frame", "Use square, rounded, circle, leaf, drop, cushion or dots.")
	}
	if !slices.Contains(AllDots(), l.Dot) {
		faults.Add("dot", "Use square, rounded, circle, diamond, leaf, drop or star.")
	}
	if !slices.Contains(AllFrameStyles(), l.FrameStyle) {
		faults.Add("frameStyle", "Use none, label, ticket or sticker.")
	}
	if message := checkCaption(l.Caption); message != "" {
		faults.Add("caption", message)
	}
	if l.Logo != "" && !isImage(l.Logo) {
		faults.Add("logo", "Use the id of an image of the media library, such as med_3kq7c8v0d5m2a.")
	}
	if l.LogoSize < MinLogo || l.LogoSize > MaxLogo {
		faults.Add("logoSize", fmt.Sprintf("Use a logo of %d to %d percent of the code's width.", MinLogo, MaxLogo))
	}
	for _, f := range []struct {
		field, side string
		percent     int
	}{{"focalX", "width", l.FocalX}, {"focalY", "height", l.FocalY}} {
		if f.percent < 0 || f.percent > MaxFocal {
			faults.Add(f.field, fmt.Sprintf("Use a focal point of 0 to %d percent of the image's %s.", MaxFocal, f.side))
		}
	}
	l.validateColors(&faults)
	return faults.Err()
}

func (l Look) validateColors(faults *fault.List) {
	if !hexColor.MatchString(l.Light) {
		faults.Add("light", "Use a color such as #ffffff.")
	}
	if _, ok := ParseGradient(l.Gradient); l.Gradient != "" && !ok {
		faults.Add("gradient", "Use a gradient such as linear:45:#101d1e:#04755b or radial:#101d1e:#04755b.")
	}
	if l.Background != "" && l.Background != Transparent && !isImage(l.Background) && !hexColor.MatchString(l.Background) {
		faults.Add("background", "Use a color such as #ffffff, transparent, or the id of an image of the media library.")
	}
	for _, dark := range append(l.DarkColors(), FieldColor{"dark", l.Dark}) {
		if !hexColor.MatchString(dark.Color) {
			faults.Add(dark.Field, "Use a color such as #101d1e.")
		}
	}
}
