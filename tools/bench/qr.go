package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"slices"
	"time"

	simple "github.com/skip2/go-qrcode"
	styled "github.com/yeqown/go-qrcode/v2"
	"github.com/yeqown/go-qrcode/writer/standard"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

// The measured code.
const (
	qrText   = "https://go.example.com/launch?qr=1"
	qrPixels = 1024
	qrModule = 25 // pixels; 33 modules and the margin have 1,025
	qrRuns   = 15 // of each drawing in a round
	qrImage  = "med_3kq7c8v0d5m2a"
)

// drawing is a way to draw the code. Ratios refer to the first of its group.
type drawing struct {
	name string
	draw func() (int, error) // returns the bytes
}

// benchQR compares the drawing of QR codes, encoding included, with two libraries,
// in this process.
func benchQR(o options) error {
	plain := look.Defaults()
	plain.Size = qrPixels
	designed := plain
	designed.Level, designed.Gradient, designed.Logo = look.High, "linear:45:#101d1e:#04755b", qrImage
	groups := [][]drawing{
		{
			{"Linnet, PNG", linnetPNG(plain)},
			{"skip2/go-qrcode, PNG", simplePNG},
			{"yeqown/go-qrcode, PNG", styledPNG(styled.WithErrorCorrectionLevel(styled.ErrorCorrectionMedium))},
		},
		{
			{"Linnet, PNG with gradient and logo", linnetPNG(designed)},
			{"yeqown/go-qrcode, PNG with gradient and logo", styledPNG(styled.WithErrorCorrectionLevel(styled.ErrorCorrectionHighest),
				standard.WithLogoImage(logo()), standard.WithLogoSafeZone(),
				standard.WithFgGradient(standard.NewGradient(45,
					standard.ColorStop{T: 0, Color: color.RGBA{R: 0x10, G: 0x1d, B: 0x1e, A: 0xff}},
					standard.ColorStop{T: 1, Color: color.RGBA{R: 0x04, G: 0x75, B: 0x5b, A: 0xff}})))},
		},
		{
			{"Linnet, SVG", linnetSVG(plain)},
			{"Linnet, SVG with gradient and logo", linnetSVG(designed)},
		},
	}
	fmt.Printf("\n**QR codes, %d pixels** (encoding included)\n\n| | time | bytes | time, of the first |\n|---|---|---|---|\n", qrPixels)
	for _, group := range groups {
		if err := compareDrawings(o.rounds, group); err != nil {
			return err
		}
	}
	return nil
}

// compareDrawings draws in turn, round by round, and prints a row for each drawing.
func compareDrawings(rounds int, group []drawing) error {
	times, sizes := make([][]float64, len(group)), make([]int, len(group))
	for round := range rounds + 1 { // the first warms up and is not counted
		for i, d := range group {
			began := time.Now()
			for range qrRuns {
				var err error
				if sizes[i], err = d.draw(); err != nil {
					return fmt.Errorf("%s: %w", d.name, err)
				}
			}
			if round > 0 {
				times[i] = append(times[i], float64(time.Since(began))/qrRuns)
			}
		}
	}
	for i, d := range group {
		ratios := make([]float64, rounds)
		for round := range ratios {
			ratios[round] = times[i][round] / times[0][round]
		}
		fmt.Printf("| %s | %.2f ms | %d | %.2f× |\n", d.name, median(slices.Clone(times[i]))/1e6, sizes[i], median(ratios))
	}
	return nil
}

// logo returns an image of two colors with a transparent border.
func logo() image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, 160, 160))
	for y := range 160 {
		for x := range 160 {
			switch d := (x-80)*(x-80) + (y-80)*(y-80); {
			case d < 30*30:
				img.Set(x, y, color.NRGBA{R: 0xff, G: 0xc1, B: 0x4e, A: 0xff})
			case d < 75*75:
				img.Set(x, y, color.NRGBA{R: 0x10, G: 0x1d, B: 0x9e, A: 0xff})
			}
		}
	}
	return img
}

func linnetPNG(l look.Look) func() (int, error) {
	images := picture.Images{Logo: logo()}
	return func() (int, error) {
		code, err := picture.Draw(qrText, l, images)
		if err != nil {
			return 0, err
		}
		file, err := code.PNG()
		return len(file), err
	}
}

func linnetSVG(l look.Look) func() (int, error) {
	images := picture.Images{Logo: logo()}
	return func() (int, error) {
		code, err := picture.Draw(qrText, l, images)
		return len(code.SVG()), err
	}
}

func simplePNG() (int, error) {
	file, err := simple.Encode(qrText, simple.Medium, qrPixels)
	return len(file), err
}

// closedBuffer is a buffer that can be closed.
type closedBuffer struct{ bytes.Buffer }

// Close implements io.Closer.
func (*closedBuffer) Close() error { return nil }

// styledPNG draws with yeqown/go-qrcode, whose size is set in pixels of a module.
func styledPNG(level styled.EncodeOption, options ...standard.ImageOption) func() (int, error) {
	options = append(options, standard.WithQRWidth(qrModule), standard.WithBorderWidth(look.QuietZone*qrModule),
		standard.WithBuiltinImageEncoder(standard.PNG_FORMAT))
	return func() (int, error) {
		code, err := styled.NewWith(qrText, level)
		if err != nil {
			return 0, err
		}
		var file closedBuffer
		err = code.Save(standard.NewWithWriter(&file, options...))
		return file.Len(), err
	}
}
