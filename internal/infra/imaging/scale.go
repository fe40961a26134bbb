package imaging

import (
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/draw"
)

// scale returns an image in all widths, ascending, turned by an EXIF orientation and with the
// colors of an ICC profile (nil: none) in sRGB.
// Each width is scaled from the next one, which is as sharp and much faster than
// from the source.
func scale(source image.Image, turn int, profile []byte) []*image.NRGBA {
	size := source.Bounds().Size()
	if sideways(turn) {
		size.X, size.Y = size.Y, size.X
	}
	targets := slices.DeleteFunc(widths(), func(w int) bool { return w >= size.X })
	targets = append(targets, min(size.X, slices.Max(widths())))
	slices.Sort(targets)
	targets = slices.Compact(targets)
	out := make([]*image.NRGBA, len(targets))
	from := source
	for i := len(targets) - 1; i >= 0; i-- {
		target := image.Rect(0, 0, targets[i], max(1, (targets[i]*size.Y+size.X/2)/size.X))
		if i == len(targets)-1 && sideways(turn) {
			target.Max.X, target.Max.Y = target.Max.Y, target.Max.X
		}
		scaled := image.NewNRGBA(target)
		if target.Size() == from.Bounds().Size() {
			draw.Copy(scaled, image.Point{}, from, from.Bounds(), draw.Src, nil)
		} else {
			draw.CatmullRom.Scale(scaled, target, from, from.Bounds(), draw.Src, nil)
		}
		if i == len(targets)-1 {
			scaled = turned(scaled, turn)
			if c, ok := conversionOf(profile); ok {
				c.apply(scaled)
			}
		}
		out[i], from = scaled, scaled
	}
	return out
}

// flatten returns an opaque image on white, for formats without transparency.
func flatten(img *image.NRGBA) image.Image {
	if img.Opaque() {
		return img
	}
	out := image.NewRGBA(img.Rect)
	draw.Draw(out, out.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Rect.Min, draw.Over)
	return out
}

// sideways reports whether an EXIF orientation swaps width and height.
func sideways(turn int) bool { return turn >= 5 }

// turned returns an image as its EXIF orientation, 1 to 8, displays it.
func turned(img *image.NRGBA, turn int) *image.NRGBA {
	if turn <= 1 || turn > 8 {
		return img
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if sideways(turn) {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewNRGBA(size)
	for y := range h {
		for x := range w {
			tx, ty := position(turn, x, y, w, h)
			copy(out.Pix[out.PixOffset(tx, ty):][:4], img.Pix[img.PixOffset(x, y):][:4])
		}
	}
	return out
}

// position returns where an orientation displays the pixel (x, y) of an image of
// w × h pixels.
func position(turn, x, y, w, h int) (tx, ty int) {
	switch turn {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return h - 1 - y, x
	case 7:
		return h - 1 - y, w - 1 - x
	default: // 8
		return y, w - 1 - x
	}
}
