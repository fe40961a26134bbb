package judge

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"slices"
	"strings"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/core/qr/scan"
)

// maxSide bounds the decoded pictures, in pixels: scanners scale a picture down.
const maxSide = 600

// decode decodes the picture as scanners see it: at full and half size, blurred,
// rotated and with noise.
func decode(code picture.Picture, text string, l look.Look) Check {
	page, err := render(code, l.Size)
	if err != nil {
		return Check{Name: Decode, Message: err.Error(), Fix: func(l *look.Look) { l.Size = look.Defaults().Size }}
	}
	renditions := []struct {
		name string
		view *image.Gray
	}{
		{"at full size", page},
		{"at half size", scaled(page, 0.5)},
		{"blurred", blurred(page, code.Width())},
		{"rotated", rotated(page)},
		{"with noise", noisy(page)},
	}
	var failed []string
	for _, r := range renditions {
		if !reads(r.view, text) {
			failed = append(failed, r.name)
		}
	}
	c := Check{Name: Decode, OK: len(failed) == 0, Message: fmt.Sprintf("Decoded in %d of %d renditions", len(renditions)-len(failed), len(renditions))}
	if c.OK {
		c.Message += "."
		return c
	}
	c.Message += ". Not read " + strings.Join(failed, ", ") + "."
	c.Fix = simpler(l)
	return c
}

// simpler returns an edit towards a look that decodes: plain shapes first, then a
// larger size, then a smaller logo.
func simpler(l look.Look) look.Edit {
	if !plain(l) {
		return func(l *look.Look) { l.Modules, l.Frame, l.Dot = look.SquareModules, look.SquareFrame, look.SquareDot }
	}
	if l.Size < look.Defaults().Size {
		return func(l *look.Look) { l.Size = look.Defaults().Size }
	}
	if l.Logo != "" && l.LogoSize > look.MinLogo {
		return func(l *look.Look) { l.LogoSize = max(look.MinLogo, l.LogoSize*2/3) }
	}
	return nil
}

// plain reports whether all shapes are squares.
func plain(l look.Look) bool {
	return l.Modules == look.SquareModules && l.Frame == look.SquareFrame && l.Dot == look.SquareDot
}

// render returns the picture on white paper, at most maxSide wide.
func render(code picture.Picture, size int) (*image.Gray, error) {
	img, err := code.Image(min(size, max(maxSide, int(math.Ceil(code.Width()*4)))))
	if err != nil {
		return nil, err
	}
	page := image.NewGray(img.Bounds())
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(page, page.Bounds(), img, image.Point{}, draw.Over)
	return page, nil
}

// reads reports whether the view reads as text. Like the app of a camera, which sees a
// code from several distances, it tries smaller views when the first one fails: the
// decoder misses the corners of about 2% of rotated codes without any decoration.
func reads(view *image.Gray, text string) bool {
	return readsOnce(view, text) || readsOnce(scaled(view, 0.75), text) || readsOnce(scaled(view, 0.5), text)
}

func readsOnce(view *image.Gray, text string) bool {
	texts, err := scan.Texts(view)
	return err == nil && slices.Contains(texts, text)
}

func scaled(page *image.Gray, by float64) *image.Gray {
	b := page.Bounds()
	small := image.NewGray(image.Rect(0, 0, int(float64(b.Dx())*by), int(float64(b.Dy())*by)))
	xdraw.ApproxBiLinear.Scale(small, small.Bounds(), page, b, xdraw.Src, nil)
	return small
}

// blurred averages over half a module, twice in each direction.
func blurred(page *image.Gray, modules float64) *image.Gray {
	out := page
	for range 2 {
		out = boxBlur(out, max(1, int(float64(page.Bounds().Dx())/modules/4)))
	}
	return out
}

// boxBlur averages each pixel with its neighbors up to a radius, in both directions.
func boxBlur(in *image.Gray, radius int) *image.Gray {
	w, h := in.Bounds().Dx(), in.Bounds().Dy()
	rows, out := image.NewGray(in.Bounds()), image.NewGray(in.Bounds())
	average := func(from, to *image.Gray, start, step, n int) {
		at := func(i int) int { return int(from.Pix[start+step*min(max(i, 0), n-1)]) }
		sum := 0
		for i := -radius; i <= radius; i++ {
			sum += at(i)
		}
		for i := range n {
			to.Pix[start+step*i] = uint8(sum / (2*radius + 1)) //nolint:gosec // an average of bytes
			sum += at(i+radius+1) - at(i-radius)
		}
	}
	for y := range h {
		average(in, rows, y*in.Stride, 1, w)
	}
	for x := range w {
		average(rows, out, x, in.Stride, h)
	}
	return out
}

// rotated turns the page by 12 degrees on a larger white one.
func rotated(page *image.Gray) *image.Gray {
	w, h := float64(page.Bounds().Dx()), float64(page.Bounds().Dy())
	sin, cos := math.Sincos(12 * math.Pi / 180)
	width, height := w*cos+h*sin, w*sin+h*cos
	out := image.NewGray(image.Rect(0, 0, int(width), int(height)))
	draw.Draw(out, out.Bounds(), image.White, image.Point{}, draw.Src)
	xdraw.ApproxBiLinear.Transform(out, f64.Aff3{cos, -sin, h * sin, sin, cos, 0}, page, page.Bounds(), xdraw.Over, nil)
	return out
}

// noisy adds the noise of a camera sensor: up to a twelfth of the range, averaged
// with the neighbors. The noise is the same every time.
func noisy(page *image.Gray) *image.Gray {
	out := image.NewGray(page.Bounds())
	state := uint32(1) // of a linear congruential generator
	for i, v := range page.Pix {
		state = state*1664525 + 1013904223
		out.Pix[i] = uint8(max(0, min(255, int(v)+int(state>>16)%41-20))) //nolint:gosec // clamped
	}
	return boxBlur(out, 1)
}
