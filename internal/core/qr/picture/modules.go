package picture

import "linnet/internal/core/qr/look"

// drawModule adds the module at (x, y). light reports whether the neighbor at an
// offset is light.
func drawModule(o *outline, shape look.Modules, x, y float64, light func(dx, dy int) bool) {
	switch shape {
	case look.SquareModules:
		o.box(x, y, 1, 1, radii{}, false)
	case look.RoundedModules:
		o.box(x, y, 1, 1, freeCorners(light), false)
	case look.DotModules:
		o.circle(x+0.5, y+0.5, 0.48)
	case look.ClassyModules:
		r := freeCorners(light)
		o.box(x, y, 1, 1, radii{r[0], 0, r[2], 0}, false)
	case look.DiamondModules:
		o.star(x+0.5, y+0.5, 2, 0.66, 0.66)
	case look.StarModules:
		o.star(x+0.5, y+0.5, 5, 0.68, 0.42)
	}
}

// freeCorners returns a radius of half a module for each corner whose two
// neighbors are light, else 0.
func freeCorners(light func(dx, dy int) bool) radii {
	var r radii
	for i, d := range [4][2]int{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		if light(d[0], 0) && light(0, d[1]) {
			r[i] = 0.5
		}
	}
	return r
}
