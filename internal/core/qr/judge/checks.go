package judge

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/hexcolor"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

// Limits of scanners and printers.
const (
	minContrast  = 4.0 // WCAG contrast ratio
	minModule    = 0.4 // millimeters
	maxModules   = 57  // modules of a side: version 10
	mmPerPixel   = 25.4 / 96
	minPixels    = 3.0  // of a module in raster files: fewer are blurred
	minShaped    = 5.0  // of a module of other shapes than squares: scanners miss 3 in 100 of four pixels
	fixedModule  = 0.5  // millimeters after the fix of ModuleSize
	maxTint      = 1.25 // WCAG contrast ratio of light modules and the quiet zone
	paper        = "#ffffff"
	defaultDark  = "#101d1e"
	defaultLight = "#ffffff"
)

// checkContrast compares every dark color with the light modules and the quiet zone,
// or with the darkest color of the image behind them.
func checkContrast(code picture.Picture, l look.Look) Check {
	c := Check{Name: Contrast}
	weakest := math.Inf(1)
	for _, dark := range l.DarkColors() {
		weakest = min(weakest, ratio(dark.Color, l.Light))
		if background := cmp.Or(code.DarkestBackground(), l.QuietColor()); background != "" {
			weakest = min(weakest, ratio(dark.Color, background))
		}
	}
	if c.OK = weakest >= minContrast; c.OK {
		c.Message = fmt.Sprintf("The weakest contrast is %.1f:1.", weakest)
		return c
	}
	c.Message = fmt.Sprintf("The weakest contrast is %.1f:1. Scanners need %.0f:1.", weakest, minContrast)
	c.Fix = darken(l, code.DarkestBackground())
	return c
}

// ratio returns the contrast of two colors in any order.
func ratio(a, b string) float64 {
	r := hexcolor.Contrast(a, b)
	return max(r, 1/r)
}

// darken returns an edit that darkens the dark colors until they have the minimum
// contrast, with the default light color where that is impossible. image is the
// darkest color of the image behind the code, if there is one.
func darken(l look.Look, image string) look.Edit {
	fixed, light := l, l.Light
	if hexcolor.Contrast("#000000", light) < minContrast || checkInverted(l).Fix != nil {
		light = defaultLight
		fixed.Light = light
	}
	if background := cmp.Or(image, l.QuietColor()); background != "" && background != light && hexcolor.Contrast("#000000", background) < minContrast*2 {
		fixed.Background = ""
	} else if background != "" && hexcolor.Contrast(background, light) > 1 {
		light = background // the darker of the two
	}
	darker := func(color string) string { return look.Darken(color, light, minContrast) }
	if g, ok := look.ParseGradient(l.Gradient); ok {
		g.From, g.To = darker(g.From), darker(g.To)
		fixed.Gradient = g.String()
	} else {
		fixed.Dark = darker(l.Dark)
	}
	if l.FrameColor != "" {
		fixed.FrameColor = darker(l.FrameColor)
	}
	if l.DotColor != "" {
		fixed.DotColor = darker(l.DotColor)
	}
	return func(l *look.Look) {
		l.Light, l.Background, l.Gradient = fixed.Light, fixed.Background, fixed.Gradient
		l.Dark, l.FrameColor, l.DotColor = fixed.Dark, fixed.FrameColor, fixed.DotColor
	}
}

func checkInverted(l look.Look) Check {
	for _, dark := range l.DarkColors() {
		if hexcolor.Contrast(dark.Color, l.Light) >= 1 {
			continue
		}
		fix := look.Edit(func(l *look.Look) {
			l.Dark, l.Light, l.Background = defaultDark, defaultLight, ""
			l.Gradient, l.FrameColor, l.DotColor = "", "", ""
		})
		if l.Gradient == "" && l.FrameColor == "" && l.DotColor == "" {
			fix = func(l *look.Look) { l.Dark, l.Light, l.Background = l.Light, l.Dark, "" }
		}
		return Check{
			Name:    Inverted,
			Message: "The modules are lighter than the background. Many scanners cannot read inverted codes.",
			Fix:     fix,
		}
	}
	return Check{Name: Inverted, OK: true, Message: "The modules are darker than the background."}
}

func checkQuietZone(l look.Look) Check {
	if l.Margin < look.QuietZone {
		return Check{
			Name:    QuietZone,
			Message: fmt.Sprintf("The margin has a width of %d. Scanners need %d modules to find the code.", l.Margin, look.QuietZone),
			Fix:     func(l *look.Look) { l.Margin = look.QuietZone },
		}
	}
	if ratio(l.Light, cmp.Or(l.QuietColor(), paper)) > maxTint {
		return Check{
			Name:    QuietZone,
			Message: "The background differs from the light modules. Scanners find the edge of that area instead of the code.",
			Fix:     func(l *look.Look) { l.Background = "" },
		}
	}
	if l.QuietColor() == "" {
		return Check{Name: QuietZone, OK: true, Message: fmt.Sprintf("The margin is %d modules. Place the transparent code on a light surface.", l.Margin)}
	}
	return Check{Name: QuietZone, OK: true, Message: fmt.Sprintf("The margin is %d modules.", l.Margin)}
}

// checkModuleSize measures a module in print, where 96 pixels are an inch unless there
// is a print size.
func checkModuleSize(code picture.Picture, l look.Look, printed picture.PrintSize) Check {
	if printed.Millimeters > 0 {
		return checkPrintSize(code, l, printed)
	}
	module := float64(l.Size) * mmPerPixel / code.Width()
	least := minPixelsOf(l)
	if pixels := math.Floor(float64(l.Size) / code.Width()); module >= minModule && pixels < least {
		size := int(math.Ceil(least * code.Width()))
		return Check{
			Name: ModuleSize,
			Fix:  func(l *look.Look) { l.Size = size },
			Message: fmt.Sprintf("At %d pixels, a module of PNG, JPEG and WebP has %.0f pixels, and scanners need %.0f of these shapes. Use a size of %d pixels.",
				l.Size, pixels, least, size),
		}
	}
	if module >= minModule {
		return Check{Name: ModuleSize, OK: true, Message: fmt.Sprintf("A printed module is %.1f mm wide.", module)}
	}
	size := int(math.Ceil(fixedModule * code.Width() / mmPerPixel))
	return Check{
		Name:    ModuleSize,
		Message: fmt.Sprintf("A printed module is %.2f mm wide. Phones need at least %.1f mm.", module, minModule),
		Fix:     func(l *look.Look) { l.Size = min(size, look.MaxSize) },
	}
}

// checkPrintSize measures a module in a print size: its width, and the pixels of raster
// files that it has.
func checkPrintSize(code picture.Picture, l look.Look, size picture.PrintSize) Check {
	size.DPI = cmp.Or(size.DPI, picture.DefaultDPI)
	module := size.Millimeters / code.Width()
	if module < minModule {
		fixed := picture.PrintSize{Millimeters: math.Ceil(minModule * code.Width()), DPI: size.DPI}
		return Check{
			Name:     ModuleSize,
			PrintFix: fixed,
			Message: fmt.Sprintf("At %g mm, a module is %.2f mm wide. Phones need at least %.1f mm: print the code %g mm wide.",
				size.Millimeters, module, minModule, fixed.Millimeters),
		}
	}
	pixels, least := module/25.4*float64(size.DPI), minPixelsOf(l)
	if pixels < least {
		fixed := picture.PrintSize{Millimeters: size.Millimeters, DPI: int(math.Ceil(least * 25.4 / module))}
		return Check{
			Name:     ModuleSize,
			PrintFix: fixed,
			Message:  fmt.Sprintf("At %d dpi, a module of PNG, JPEG and WebP has %.1f pixels. Use %d dpi, or SVG, PDF or EPS.", size.DPI, pixels, fixed.DPI),
		}
	}
	return Check{Name: ModuleSize, OK: true, Message: fmt.Sprintf("At %g mm, a module is %.2f mm wide.", size.Millimeters, module)}
}

// minPixelsOf returns the least pixels of a module in raster files.
func minPixelsOf(l look.Look) float64 {
	if plain(l) {
		return minPixels
	}
	return minShaped
}

func checkDensity(code picture.Picture) Check {
	n := code.Modules()
	if n <= maxModules {
		return Check{Name: Density, OK: true, Message: fmt.Sprintf("The code has %d × %d modules.", n, n)}
	}
	return Check{
		Name:    Density,
		Message: fmt.Sprintf("The code has %d × %d modules, which need a close scan. Use a short link or less error correction.", n, n),
	}
}

// checkCharacters warns of characters beyond ASCII. A code does not say its character set: most
// scanners recognize UTF-8, some read it as Shift JIS or Latin-1. ok is false without such characters.
func checkCharacters(text string) (c Check, ok bool) {
	at := strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
	if at < 0 {
		return Check{}, false
	}
	first, _ := utf8.DecodeRuneInString(text[at:])
	return Check{
		Name: Characters,
		Message: fmt.Sprintf("Some scanners read characters such as “%c” wrongly. "+
			"Test the code with the apps of your visitors, or write the content without them.", first),
	}, true
}

// safety is the part of the error correction that a logo may use. The rest is for
// dirt and bad light.
const safety = 0.5

// recoverable returns the part of a code that a level recovers.
func recoverable(level look.Level) float64 {
	switch level {
	case look.Low:
		return 0.07
	case look.Medium:
		return 0.15
	case look.Quartile:
		return 0.25
	case look.High:
	}
	return 0.3
}

func checkLogo(code picture.Picture, l look.Look) Check {
	level := l.EffectiveLevel()
	covered, limit := code.Covered(), recoverable(level)*safety
	c := Check{Name: Logo, OK: covered <= limit}
	c.Message = fmt.Sprintf("The logo covers %.0f%% of the modules. Error correction %s recovers about %.0f%%.", covered*100, level, recoverable(level)*100)
	if !c.OK {
		// The covered area grows with the square of the size.
		size := int(float64(l.LogoSize) * math.Sqrt(limit/covered) * 0.9)
		c.Message += " Use a smaller logo."
		c.Fix = func(l *look.Look) { l.LogoSize = max(look.MinLogo, min(size, l.LogoSize-1)) }
	}
	return c
}
