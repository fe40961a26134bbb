package imaging_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"testing"

	libwebp "github.com/chai2010/webp"

	"linnet/internal/core/media"
	"linnet/internal/core/pixels"
	"linnet/internal/infra/imaging"
)

// stored returns the color in the middle of the stored files of an upload, by format.
func stored(t *testing.T, upload []byte) map[string]color.NRGBA {
	t.Helper()
	picture, err := imaging.New(pixels.NewBudget(1<<30)).Process(t.Context(), "wsp_1", upload)
	if err != nil {
		t.Fatal(err)
	}
	colors := map[string]color.NRGBA{}
	for _, file := range picture.Files {
		decode := jpeg.Decode
		if file.Format == media.WebP {
			decode = libwebp.Decode
		}
		img, err := decode(bytes.NewReader(file.Data))
		if err != nil {
			t.Fatal(err)
		}
		if rgba, ok := img.(*image.RGBA); ok { // of the binding to libwebp, whose colors are not multiplied by their alpha
			img = &image.NRGBA{Pix: rgba.Pix, Stride: rgba.Stride, Rect: rgba.Rect}
		}
		colors[file.Format] = color.NRGBAModel.Convert(img.At(img.Bounds().Dx()/2, img.Bounds().Dy()/2)).(color.NRGBA)
	}
	return colors
}

func near(a, b color.NRGBA) bool {
	for _, pair := range [][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}, {a.A, b.A}} {
		if math.Abs(float64(pair[0])-float64(pair[1])) > 6 {
			return false
		}
	}
	return true
}

func plain(c color.Color, width int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, width, width))
	for y := range width {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	return img
}

func asPNG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// I1 of the review: half transparent white was stored as grey.
func TestProcessor_KeepsTheColorsOfTransparentPixels(t *testing.T) {
	t.Parallel()
	for _, width := range []int{50, 700} { // as it is, and scaled
		for _, c := range []color.NRGBA{
			{255, 255, 255, 64}, {255, 255, 255, 128}, {255, 255, 255, 191}, {255, 0, 0, 64}, {10, 200, 90, 128}, {40, 80, 250, 191},
		} {
			got := stored(t, asPNG(t, plain(c, width)))
			over := func(value uint8) uint8 { // white
				return uint8((int(value)*int(c.A) + 255*(255-int(c.A))) / 255)
			}
			if white := (color.NRGBA{over(c.R), over(c.G), over(c.B), 255}); !near(got[media.WebP], c) || !near(got[media.JPEG], white) {
				t.Errorf("%v in %d pixels: %v", c, width, got)
			}
		}
	}
}

// Lossy WebP has the range of brightness of video: white was stored as (235, 235, 235).
func TestProcessor_KeepsTheColorsOfWebP(t *testing.T) {
	t.Parallel()
	for _, c := range []color.NRGBA{{255, 255, 255, 255}, {0, 0, 0, 255}, {230, 40, 30, 255}, {20, 90, 200, 255}} {
		for _, lossless := range []bool{false, true} {
			var upload bytes.Buffer
			if err := libwebp.Encode(&upload, plain(c, 50), &libwebp.Options{Lossless: lossless, Quality: 95}); err != nil {
				t.Fatal(err)
			}
			if got := stored(t, upload.Bytes()); !near(got[media.WebP], c) || !near(got[media.JPEG], c) {
				t.Errorf("%v, lossless %v: %v", c, lossless, got)
			}
		}
	}
}

// profile returns an ICC profile with a matrix, by columns, and one curve.
func profile(columns [3][3]float64, curve []byte) []byte {
	number := func(v float64) []byte { return binary.BigEndian.AppendUint32(nil, uint32(int32(math.Round(v*65536)))) }
	header := make([]byte, 128)
	copy(header[16:], "RGB XYZ ")
	table, data := binary.BigEndian.AppendUint32(nil, 6), []byte{}
	start := 128 + 4 + 6*12
	tag := func(name string, value []byte) {
		table = append(table, name...)
		table = binary.BigEndian.AppendUint32(table, uint32(start+len(data)))
		table = binary.BigEndian.AppendUint32(table, uint32(len(value)))
		data = append(data, value...)
	}
	for i, name := range []string{"r", "g", "b"} {
		xyz := []byte("XYZ \x00\x00\x00\x00")
		for _, v := range columns[i] {
			xyz = append(xyz, number(v)...)
		}
		tag(name+"XYZ", xyz)
		tag(name+"TRC", curve)
	}
	return append(append(header, table...), data...)
}

// adobeRGB and displayP3 have the values of the profiles of the same names.
func adobeRGB() []byte {
	return profile([3][3]float64{{0.60974, 0.31111, 0.01947}, {0.20528, 0.62567, 0.06087}, {0.14919, 0.06322, 0.74457}},
		[]byte("curv\x00\x00\x00\x00\x00\x00\x00\x01\x02\x33"))
}

func displayP3() []byte {
	curve := []byte("para\x00\x00\x00\x00\x00\x03\x00\x00")
	for _, v := range []float64{2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045} {
		curve = binary.BigEndian.AppendUint32(curve, uint32(math.Round(v*65536)))
	}
	return profile([3][3]float64{{0.51512, 0.2412, -0.00105}, {0.29198, 0.69225, 0.04189}, {0.1571, 0.06657, 0.78407}}, curve)
}

func withPNGProfile(t *testing.T, file, profile []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(profile); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	body := append([]byte("iCCPname\x00\x00"), packed.Bytes()...)
	chunk := append(binary.BigEndian.AppendUint32(nil, uint32(len(body)-4)), body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body))
	const header = 8 + 25 // the signature and IHDR
	return append(append(bytes.Clone(file[:header]), chunk...), file[header:]...)
}

func withJPEGProfile(t *testing.T, img image.Image, profile []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	half := len(profile) / 2
	var segments []byte
	for i, part := range [][]byte{profile[:half], profile[half:]} {
		body := append([]byte("ICC_PROFILE\x00"), byte(i+1), 2)
		body = append(body, part...)
		segments = append(segments, 0xff, 0xe2)
		segments = binary.BigEndian.AppendUint16(segments, uint16(len(body)+2))
		segments = append(segments, body...)
	}
	return append(append(bytes.Clone(out.Bytes()[:2]), segments...), out.Bytes()[2:]...)
}

// A profile is part of an upload: its numbers may be anything.
func TestProcessor_SurvivesProfilesOfInfiniteCurves(t *testing.T) {
	t.Parallel()
	curve := binary.BigEndian.AppendUint32([]byte("para\x00\x00\x00\x00\x00\x00\x00\x00"), 0xffff0000) // an exponent of -1
	columns := [3][3]float64{{1, -1, 1}, {-1, 1, -1}, {1, -1, 1}}
	stored(t, withPNGProfile(t, asPNG(t, plain(color.Black, 50)), profile(columns, curve)))
}

// I3 of the review: profiles were dropped, and photos with a wide gamut became dull.
func TestProcessor_ConvertsColorProfilesToSRGB(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		profile     []byte
		given, want color.NRGBA
	}{
		"Adobe RGB":            {adobeRGB(), color.NRGBA{111, 191, 75, 255}, color.NRGBA{32, 192, 64, 255}},
		"Display P3":           {displayP3(), color.NRGBA{234, 51, 35, 255}, color.NRGBA{255, 0, 0, 255}},
		"grey of Display P3":   {displayP3(), color.NRGBA{120, 120, 120, 255}, color.NRGBA{120, 120, 120, 255}},
		"an incomplete one":    {adobeRGB()[:200], color.NRGBA{111, 191, 75, 255}, color.NRGBA{111, 191, 75, 255}},
		"nothing but a header": {adobeRGB()[:128], color.NRGBA{111, 191, 75, 255}, color.NRGBA{111, 191, 75, 255}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := plain(c.given, 50)
			for kind, file := range map[string][]byte{
				"PNG": withPNGProfile(t, asPNG(t, img), c.profile), "JPEG": withJPEGProfile(t, img, c.profile),
			} {
				if got := stored(t, file); !near(got[media.WebP], c.want) || !near(got[media.JPEG], c.want) {
					t.Errorf("%s: %v, want %v", kind, got, c.want)
				}
			}
		})
	}
}
