package judge_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	xdraw "golang.org/x/image/draw"

	"linnet/internal/core/qr/judge"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

func one[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// randomLook returns a look of valid syntax. Many have weak contrasts, no margin or
// few pixels.
func randomLook(r *rand.Rand) look.Look {
	dark := []string{"#101d1e", "#04755b", "#7a1f5c", "#1d3fbb", "#8a3b00", "#000000", "#d1495b", "#7f8c8d"}
	light := []string{"#ffffff", "#fbfaf6", "#ffe9c7", "#e3f4ff", "#b8d8be"}
	l := look.Defaults()
	l.Size, l.Margin = one(r, []int{100, 150, 250, 400, 600}), min(4, 2+r.IntN(8))
	l.Level = one(r, []look.Level{look.Low, look.Medium, look.Quartile, look.High})
	l.Dark, l.Light = one(r, dark), light[min(r.IntN(len(light)), r.IntN(len(light)))]
	l.Modules, l.Frame, l.Dot = one(r, look.AllModules()), one(r, look.AllFrames()), one(r, look.AllDots())
	if r.IntN(3) == 0 {
		l.FrameColor, l.DotColor = one(r, dark), one(r, dark)
	}
	switch r.IntN(4) {
	case 0:
		l.Gradient = look.Gradient{Radial: true, From: one(r, dark), To: one(r, dark)}.String()
	case 1:
		l.Gradient = look.Gradient{Degrees: r.IntN(360), From: one(r, dark), To: one(r, dark)}.String()
	}
	l.Background = one(r, []string{"", "", look.Transparent, one(r, light)})
	switch r.IntN(4) {
	case 0:
		l.Logo, l.LogoSize = imageID, look.MinLogo+r.IntN(look.MaxLogo-look.MinLogo+1)
	case 1:
		l.Background = imageID
	}
	l.FrameStyle, l.Caption = one(r, look.AllFrameStyles()), one(r, []string{"", "Scan me", "Меню & preise – überall"})
	return l
}

const imageID = "med_3kq7c8v0d5m2a"

// images returns a dark logo with a hole and a background of stripes: hard ones for
// scanners.
func images() picture.Images {
	logo, stripes := image.NewNRGBA(image.Rect(0, 0, 120, 90)), image.NewNRGBA(image.Rect(0, 0, 90, 120))
	for y := range 120 {
		for x := range 120 {
			if d := (x-60)*(x-60) + (y-45)*(y-45); d < 44*44 && d > 20*20 {
				logo.Set(x, y, color.NRGBA{0x10, 0x1d, 0x9e, 0xff})
			}
			stripes.Set(x, y, color.NRGBA{uint8(x / 8 % 2 * 255), uint8(y / 8 % 2 * 255), 0, 255}) //nolint:gosec // 0 or 255
		}
	}
	return picture.Images{Logo: logo, Background: stripes}
}

// designs returns the number of random designs: LINNET_QR_DESIGNS, else 1,000, or a
// few with -short.
func designs() int {
	if n, err := strconv.Atoi(os.Getenv("LINNET_QR_DESIGNS")); err == nil {
		return n
	}
	if testing.Short() {
		return 30
	}
	return 1_000
}

// scanner is a program that decodes a picture and prints its text. Like a camera, it
// may see the picture at any of a few scales.
type scanner struct {
	command []string
	scales  []float64
}

func scanners() []scanner {
	return []scanner{
		{[]string{"zbarimg", "--raw", "--quiet", "--nodbus", "-Sdisable", "-Sqrcode.enable"}, []float64{1}},
		{[]string{"ZXingReader", "-format", "QRCode", "-bytes"}, []float64{1, 0.75, 0.5}},
	}
}

// read returns what the scanner reads at the first scale at which it reads anything.
func (s scanner) read(ctx context.Context, dir string, page image.Image) (string, error) {
	for _, scale := range s.scales {
		file := filepath.Join(dir, "code.png")
		if err := writePNG(file, scaled(page, scale)); err != nil {
			return "", err
		}
		out, err := exec.CommandContext(ctx, s.command[0], append(s.command[1:len(s.command):len(s.command)], file)...).Output()
		if got := strings.TrimSpace(string(out)); err == nil && got != "" {
			return got, nil
		}
	}
	return "", errors.New("it reads nothing")
}

func TestJudge_PassedDesignsAreReadByEveryScanner(t *testing.T) {
	t.Parallel()
	for _, s := range scanners() {
		if _, err := exec.LookPath(s.command[0]); err != nil {
			t.Fatalf("%s is missing; scripts/setup installs it", s.command[0])
		}
	}
	r := rand.New(rand.NewPCG(17, 8))
	looks := make(chan look.Look)
	var passed sync.Map
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for l := range looks {
				if checkDesign(t, l) {
					passed.Store(l, true)
				}
			}
		})
	}
	for range designs() {
		looks <- randomLook(r)
	}
	close(looks)
	workers.Wait()
	n := 0
	passed.Range(func(any, any) bool { n++; return true })
	t.Logf("%d of %d designs passed", n, designs())
	if n < designs()/10 {
		t.Errorf("%d designs passed, too few for the test to mean much", n)
	}
}

// checkDesign reports whether the judge passes a design, and fails the test if a
// scanner then does not read it.
func checkDesign(t *testing.T, l look.Look) bool {
	t.Helper()
	report, err := judge.Judge(text, l, images(), picture.PrintSize{})
	if err != nil {
		t.Errorf("%v: %+v", err, l)
		return false
	}
	if !report.Passes() {
		return false
	}
	page, err := pageOf(l)
	if err != nil {
		t.Errorf("%v: %+v", err, l)
		return false
	}
	dir := t.TempDir()
	for _, s := range scanners() {
		if got, err := s.read(t.Context(), dir, page); got != text {
			t.Errorf("%s reads %q, %v: %+v", s.command[0], got, err, l)
		}
	}
	checkJPEG(t, filepath.Join(dir, "code.jpeg"), l)
	return true
}

// checkJPEG fails the test if the first scanner does not read the JPEG of a design.
func checkJPEG(t *testing.T, file string, l look.Look) {
	t.Helper()
	code, err := picture.DrawAnyContrast(text, l, images())
	if err != nil {
		t.Errorf("%v: %+v", err, l)
		return
	}
	content, err := code.JPEG()
	if err == nil {
		err = os.WriteFile(file, content, 0o600)
	}
	if err != nil {
		t.Errorf("%v: %+v", err, l)
		return
	}
	command := scanners()[0].command
	out, err := exec.CommandContext(t.Context(), command[0], append(command[1:len(command):len(command)], file)...).Output()
	if got := strings.TrimSpace(string(out)); got != text {
		t.Errorf("%s reads %q from the JPEG, %v: %+v", command[0], got, err, l)
	}
}

// pageOf draws a design on white paper.
func pageOf(l look.Look) (image.Image, error) {
	code, err := picture.DrawAnyContrast(text, l, images())
	if err != nil {
		return nil, err
	}
	img, err := code.Image(l.Size)
	if err != nil {
		return nil, err
	}
	page := image.NewRGBA(img.Bounds())
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(page, page.Bounds(), img, image.Point{}, draw.Over)
	return page, nil
}

// scaled returns the picture, scaled down.
func scaled(page image.Image, by float64) image.Image {
	if by == 1 {
		return page
	}
	b := page.Bounds()
	small := image.NewRGBA(image.Rect(0, 0, int(float64(b.Dx())*by), int(float64(b.Dy())*by)))
	xdraw.ApproxBiLinear.Scale(small, small.Bounds(), page, b, xdraw.Src, nil)
	return small
}

func writePNG(file string, page image.Image) error {
	var b bytes.Buffer
	if err := png.Encode(&b, page); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o600)
}
