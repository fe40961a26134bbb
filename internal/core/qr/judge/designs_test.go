package judge_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	"sync/atomic"
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
		return 10
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
	n := checkDesigns(t, designs(), func() (string, look.Look) { return text, randomLook(r) })
	if n < designs()/10 {
		t.Errorf("%d designs passed, too few for the test to mean much", n)
	}
}

// brandedDesigns returns the number of branded designs: LINNET_QR_DESIGNS, else a few.
func brandedDesigns() int {
	if os.Getenv("LINNET_QR_DESIGNS") != "" {
		return designs()
	}
	return min(designs(), 150)
}

// Of these, 1 in 18 with a diamond in its corners was not read by a scanner, and 1 in 500 of all.
func TestJudge_PassedDesignsWithCaptionsAndLogosAreReadByEveryScanner(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 8))
	n := checkDesigns(t, brandedDesigns(), func() (string, look.Look) { return brandedLook(r) })
	if n < brandedDesigns()/2 {
		t.Errorf("%d designs passed, too few for the test to mean much", n)
	}
}

// brandedLook returns a link, and a look of dark colors on light ones with a caption and a logo.
func brandedLook(r *rand.Rand) (string, look.Look) {
	const dark, light = 110, 200
	shade := func(from, to int) string {
		return fmt.Sprintf("#%02x%02x%02x", from+r.IntN(to-from), from+r.IntN(to-from), from+r.IntN(to-from))
	}
	l := look.Defaults()
	l.Size = 200 + r.IntN(440)
	l.Level = one(r, []look.Level{look.Low, look.Medium, look.Quartile, look.High})
	l.Dark = shade(0, dark)
	if r.IntN(3) == 0 {
		l.Light = shade(light, 256)
	}
	l.Modules, l.Frame, l.Dot = one(r, look.AllModules()), one(r, look.AllFrames()), one(r, look.AllDots())
	if r.IntN(3) == 0 {
		l.FrameColor = shade(0, dark)
	}
	if r.IntN(3) == 0 {
		l.DotColor = shade(0, dark)
	}
	switch r.IntN(3) {
	case 0:
		l.Gradient = look.Gradient{Radial: true, From: shade(0, dark), To: shade(0, dark)}.String()
	case 1:
		l.Gradient = look.Gradient{Degrees: r.IntN(360), From: shade(0, dark), To: shade(0, dark)}.String()
	}
	l.Logo, l.LogoSize = imageID, look.MinLogo+r.IntN(26)
	l.FrameStyle = one(r, []look.FrameStyle{look.LabelStyle, look.TicketStyle, look.StickerStyle})
	l.Caption = one(r, []string{"Scan me", "Меню & preise – überall", "MENU"})
	return fmt.Sprintf("https://go.example.com/%s?qr=%d", "spring-sale"[:1+r.IntN(11)], r.IntN(1000)), l
}

// Designs that scanners once did not read.
func TestJudge_KnownDesignsAreReadByEveryScanner(t *testing.T) {
	t.Parallel()
	base := look.Defaults()
	base.Dot, base.Caption, base.Logo, base.FrameStyle = look.DiamondDot, "MENU", imageID, look.LabelStyle
	for address, change := range map[string]func(*look.Look){
		"https://go.example.com/4?qr=100": func(l *look.Look) {
			l.Size, l.Level, l.Dark, l.Modules, l.Frame, l.LogoSize = 342, look.High, "#410a2c", look.DotModules, look.LeafFrame, 13
			l.Gradient, l.FrameStyle = "radial:#2c2d41:#66364a", look.TicketStyle
		},
		"https://go.example.com/ci5ot?qr=834": func(l *look.Look) {
			l.Size, l.Level, l.Dark, l.Modules, l.LogoSize, l.FrameColor, l.DotColor = 338, look.Quartile, "#085446", look.ClassyModules, 19, "#2d4246", "#613b14"
		},
		"https://go.example.com/b2?qr=680": func(l *look.Look) {
			l.Size, l.Level, l.Dark, l.Light, l.Modules, l.Frame, l.LogoSize = 200, look.Quartile, "#106308", "#def0eb", look.DotModules, look.LeafFrame, 20
			l.FrameColor, l.Gradient, l.FrameStyle, l.Caption = "#360614", "linear:348:#2d2e24:#0e0733", look.StickerStyle, "Меню & preise – überall"
		},
		"https://go.example.com/menu?qr=1": func(l *look.Look) {
			l.Size, l.Level, l.Dark, l.Frame, l.LogoSize = 360, look.High, "#480231", look.RoundedFrame, 10
			l.Gradient, l.Caption = "linear:4:#3c3c20:#375041", "Scan me"
		},
	} {
		l := base
		change(&l)
		checkDesign(t, address, l)
	}
}

// checkDesigns returns how many of n designs the judge passes, and fails the test if a scanner
// does not read one of those.
func checkDesigns(t *testing.T, n int, next func() (string, look.Look)) int {
	t.Helper()
	type design struct {
		text string
		look look.Look
	}
	all := make(chan design)
	var passed atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for d := range all {
				if checkDesign(t, d.text, d.look) {
					passed.Add(1)
				}
			}
		})
	}
	for range n {
		address, l := next()
		all <- design{address, l}
	}
	close(all)
	workers.Wait()
	t.Logf("%d of %d designs passed", passed.Load(), n)
	return int(passed.Load())
}

// checkDesign reports whether the judge passes a design, and fails the test if a
// scanner then does not read it.
func checkDesign(t *testing.T, text string, l look.Look) bool {
	t.Helper()
	report, err := judge.Judge(text, l, images(), picture.PrintSize{})
	if err != nil {
		t.Errorf("%v: %+v", err, l)
		return false
	}
	if report.Score >= judge.PassScore || report.Passes() {
		if code, err := picture.Draw(text, l, images()); err != nil {
			t.Errorf("a score of %d, and drawing says %v: %+v", report.Score, err, l)
		} else if _, err := code.PNG(); err != nil {
			t.Errorf("a score of %d, and the PNG says %v: %+v", report.Score, err, l)
		}
	}
	if !report.Passes() {
		return false
	}
	page, err := pageOf(text, l)
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
	checkJPEG(t, filepath.Join(dir, "code.jpeg"), text, l)
	return true
}

// checkJPEG fails the test if the first scanner does not read the JPEG of a design.
func checkJPEG(t *testing.T, file, text string, l look.Look) {
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
func pageOf(text string, l look.Look) (image.Image, error) {
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
