package sitematch

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/tdewolff/parse/v2/css"
	"golang.org/x/image/colornames"

	"linnet/internal/base/budget"
)

// minAlpha is the lowest opacity of a color that is read as an opaque one.
const minAlpha = 0.9

// firstColor returns the first opaque color of a value as #rrggbb, also one of a gradient,
// or "".
func firstColor(b *budget.Budget, value string) string {
	for s := newScanner(b, value); ; {
		kind, data := s.next()
		switch kind {
		case css.ErrorToken:
			return ""
		case css.HashToken:
			if color := hexOf(string(data[1:])); color != "" {
				return color
			}
		case css.IdentToken:
			if c, ok := colornames.Map[string(data)]; ok {
				return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
			}
		case css.FunctionToken:
			if color := s.function(strings.TrimSuffix(string(data), "(")); color != "" {
				return color
			}
		}
	}
}

// hexOf returns the color of 3, 4, 6 or 8 hexadecimal digits, or "".
func hexOf(digits string) string {
	if len(digits) == 3 || len(digits) == 4 {
		var long strings.Builder
		for _, r := range digits {
			long.WriteRune(r)
			long.WriteRune(r)
		}
		digits = long.String()
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 6 && len(digits) != 8 || len(digits) == 8 && float64(n&0xff) < minAlpha*0xff {
		return ""
	}
	return "#" + digits[:6]
}

var numberPattern = regexp.MustCompile(`[-+]?[0-9]*\.?[0-9]+%?`)

// function reads the arguments of a function and returns its color, or "". Other functions
// than those of colors are read as far as their brace, so that the colors in them follow.
func (s *scanner) function(name string) string {
	if name != "rgb" && name != "rgba" && name != "hsl" && name != "hsla" {
		return ""
	}
	var arguments strings.Builder
	for range maxPrelude {
		kind, data := s.next()
		if kind == css.RightParenthesisToken || kind == css.ErrorToken {
			break
		}
		arguments.Write(data)
	}
	texts := numberPattern.FindAllString(arguments.String(), 4)
	if len(texts) < 3 || len(texts) == 4 && number(texts[3], 1) < minAlpha {
		return ""
	}
	if strings.HasPrefix(name, "hsl") {
		return hsl(number(texts[0], 360), number(texts[1], 100)/100, number(texts[2], 100)/100)
	}
	return rgb(number(texts[0], 255)/255, number(texts[1], 255)/255, number(texts[2], 255)/255)
}

// number returns a number, or a percentage of whole.
func number(text string, whole float64) float64 {
	n, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil {
		return 0
	}
	if strings.HasSuffix(text, "%") {
		return n / 100 * whole
	}
	return n
}

// rgb returns a color of channels from 0 to 1.
func rgb(r, g, b float64) string {
	at := func(channel float64) int { return int(math.Round(255 * min(max(channel, 0), 1))) }
	return fmt.Sprintf("#%02x%02x%02x", at(r), at(g), at(b))
}

// hsl returns a color (CSS Color 4, section 7.1).
func hsl(hue, saturation, lightness float64) string {
	saturation, lightness = min(max(saturation, 0), 1), min(max(lightness, 0), 1)
	at := func(n float64) float64 {
		k := math.Mod(math.Mod(n+hue/30, 12)+12, 12)
		return lightness - saturation*min(lightness, 1-lightness)*max(-1, min(k-3, 9-k, 1))
	}
	return rgb(at(0), at(8), at(4))
}
