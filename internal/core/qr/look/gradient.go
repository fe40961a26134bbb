package look

import (
	"fmt"
	"strconv"
	"strings"
)

// Gradient is a transition between two colors over the modules of a code.
type Gradient struct {
	Radial   bool   // from the center to the vertices
	Degrees  int    // of a linear gradient: clockwise, 0 is from left to right
	From, To string // #rrggbb
}

// ParseGradient parses linear:<degrees>:<from>:<to> or radial:<from>:<to>. It
// reports false for any other text.
func ParseGradient(text string) (Gradient, bool) {
	parts := strings.Split(text, ":")
	var g Gradient
	switch {
	case len(parts) == 3 && parts[0] == "radial":
		g = Gradient{Radial: true, From: parts[1], To: parts[2]}
	case len(parts) == 4 && parts[0] == "linear":
		degrees, err := strconv.Atoi(parts[1])
		if err != nil || degrees < 0 || degrees > 359 || strconv.Itoa(degrees) != parts[1] {
			return Gradient{}, false
		}
		g = Gradient{Degrees: degrees, From: parts[2], To: parts[3]}
	default:
		return Gradient{}, false
	}
	return g, hexColor.MatchString(g.From) && hexColor.MatchString(g.To)
}

// String returns the form that ParseGradient parses.
func (g Gradient) String() string {
	if g.Radial {
		return fmt.Sprintf("radial:%s:%s", g.From, g.To)
	}
	return fmt.Sprintf("linear:%d:%s:%s", g.Degrees, g.From, g.To)
}
