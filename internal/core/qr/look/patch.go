package look

import "strings"

// Patch is a partial update of a look; nil leaves a field unchanged.
type Patch struct {
	Size       *int
	Margin     *int
	Level      *Level
	Dark       *string
	Light      *string
	Background *string
	Modules    *Modules
	Frame      *Frame
	Dot        *Dot
	FrameColor *string
	DotColor   *string
	Gradient   *string
	FrameStyle *FrameStyle
	Caption    *string
	Logo       *string
	LogoSize   *int
	FocalX     *int
	FocalY     *int
}

// On returns the look with the patch applied, colors in lower case.
func (p Patch) On(l Look) Look {
	set(&l.Size, p.Size)
	set(&l.Margin, p.Margin)
	set(&l.Level, p.Level)
	set(&l.Modules, p.Modules)
	set(&l.Frame, p.Frame)
	set(&l.Dot, p.Dot)
	set(&l.FrameStyle, p.FrameStyle)
	set(&l.Caption, p.Caption)
	set(&l.LogoSize, p.LogoSize)
	set(&l.FocalX, p.FocalX)
	set(&l.FocalY, p.FocalY)
	setLower(&l.Logo, p.Logo)
	setLower(&l.Dark, p.Dark)
	setLower(&l.Light, p.Light)
	setLower(&l.Background, p.Background)
	setLower(&l.FrameColor, p.FrameColor)
	setLower(&l.DotColor, p.DotColor)
	setLower(&l.Gradient, p.Gradient)
	return l
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func setLower(field, value *string) {
	if value != nil {
		*field = strings.ToLower(*value)
	}
}
