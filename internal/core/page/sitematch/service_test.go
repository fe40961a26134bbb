package sitematch_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/budget"
	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/page"
	"linnet/internal/core/page/sitematch"
	"linnet/internal/core/page/theme"
)

// sites answers each address with a site.
type sites func(b *budget.Budget, address string) (sitematch.Site, error)

// Read implements sitematch.Sites.
func (s sites) Read(b *budget.Budget, address string) (sitematch.Site, error) {
	return s(b, address)
}

func sheets(texts ...string) sites {
	return func(*budget.Budget, string) (sitematch.Site, error) { return sitematch.Site{Sheets: texts}, nil }
}

var noon = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

func editor() access.Actor {
	return access.Actor{UserID: "usr_1", WorkspaceID: "wsp_1", Role: access.Editor}
}

func match(t *testing.T, s sites) (sitematch.Match, error) {
	t.Helper()
	return sitematch.NewService(s, page.CheckAddress, clock.NewManual(noon)).Match(t.Context(), editor(), "https://example.com/")
}

func TestService_Match_ReadsTheLookOfASite(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		css    string
		colors theme.Colors
		font   theme.Font
		shape  theme.Shape
	}{
		"plain": {
			`body{background:#fafafa;color:#222;font-family:"Helvetica Neue",Arial}.btn{background:#04755b;color:#fff;border-radius:6px}`,
			theme.Colors{Background: "#fafafa", Text: "#222222", Button: "#04755b", ButtonText: "#ffffff"}, theme.Grotesk, theme.Soft,
		},
		"custom properties": {
			`:root{--brand:hsl(210 100% 40%);--bg:var(--paper);--paper:var(--none,#fff8f0);--r:999px}
			html{background:var(--bg)}a{color:rgb(0 0 0/50%)}.button--primary{background-color:var(--brand);border-radius:var(--r)}`,
			theme.Colors{Background: "#fff8f0", Button: "#0066cc"}, "", theme.Pill,
		},
		"layers and queries": {
			`@charset "utf-8";@import url(x.css);@layer base{body{background:linear-gradient(90deg,#102030,#405060)}}
			@media (min-width:600px){body{color:white}}@media print{body{background:red}}@media (prefers-color-scheme:dark){body{color:red}}
			@font-face{font-family:x;src:url(x)}@keyframes a{from{background:red}}`,
			theme.Colors{Background: "#102030", Text: "#ffffff"}, "", "",
		},
		"main button and states": {
			`.btn{background:#eee}.btn-primary,.x:is(a,b){background:#c00;color:#fff}.btn-primary:hover{background:#0c0}
			.btn-close{background:#00f}body.dark{background:#000}`,
			theme.Colors{Background: "#ffffff", Button: "#cc0000", ButtonText: "#ffffff"}, "", "",
		},
		"color of links": {`a{color:teal!important;background:none}`, theme.Colors{Background: "#ffffff", Button: "#008080"}, "", ""},
		"serif headings": {
			`body{background:#fff;font:400 16px/1.5 Inter,sans-serif}h1{font-family:Georgia}`,
			theme.Colors{Background: "#ffffff"}, theme.Classic, "",
		},
		"nested rules and broken text": {
			`}} body{background:#abcdef;&:hover{background:red} color:#123;;x} .btn{background:#123456;border-radius:50%`,
			theme.Colors{Background: "#abcdef", Text: "#112233", Button: "#123456"}, "", theme.Pill,
		},
	} {
		got, err := match(t, sheets(c.css))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if *got.Theme.Colors != c.colors || got.Theme.Font != c.font || got.Theme.Shape != c.shape || len(got.Found) == 0 {
			t.Errorf("%s: %+v with %+v, found %v; want %+v %s %s", name, got.Theme, *got.Theme.Colors, got.Found, c.colors, c.font, c.shape)
		}
	}
}

func TestService_Match_UsesTheThemeColorForButtons(t *testing.T) {
	t.Parallel()
	got, err := match(t, func(*budget.Budget, string) (sitematch.Site, error) {
		return sitematch.Site{ThemeColor: " #C0FFEE", Sheets: []string{"body{background:#000}"}}, nil
	})
	if err != nil || got.Theme.Colors.Button != "#c0ffee" || got.Found[1] != sitematch.Buttons {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestService_Match_ReturnsReadableThemes(t *testing.T) {
	t.Parallel()
	got, err := match(t, sheets("body{background:#777;color:#787878}.btn{background:#ff0;color:#fff}"))
	if err != nil {
		t.Fatal(err)
	}
	p := got.Theme.Style().Light
	if theme.Contrast(p.Text, p.Background) < theme.MinContrast || theme.Contrast(p.ButtonText, p.Button) < theme.MinContrast {
		t.Errorf("%+v", p)
	}
}

func TestService_Match_RejectsAtTheField(t *testing.T) {
	t.Parallel()
	failing := func(err error) sites {
		return func(*budget.Budget, string) (sitematch.Site, error) { return sitematch.Site{}, err }
	}
	for name, c := range map[string]struct {
		address string
		sites   sites
		says    string
	}{
		"no address":  {" ", sheets(""), "address of a website"},
		"a mail":      {"mailto:ada@example.com", sheets(""), "https://"},
		"no styles":   {"https://example.com/", sheets("", ".x{color:red}"), "no colors or fonts"},
		"unreachable": {"https://example.com/", failing(fault.New(fault.Invalid, "Not reached.")), "Not reached."},
	} {
		_, err := sitematch.NewService(c.sites, page.CheckAddress, clock.NewManual(noon)).Match(t.Context(), editor(), c.address)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != "url" {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !strings.Contains(strings.ToLower(f.Fields[0].Message), strings.ToLower(c.says)) {
			t.Errorf("%s: %s", name, f.Fields[0].Message)
		}
	}
}

func TestService_Match_EndsWithTheTimeOfARequest(t *testing.T) {
	t.Parallel()
	s := sitematch.NewService(sites(func(b *budget.Budget, _ string) (sitematch.Site, error) {
		until, ok := b.Context().Deadline()
		if left := time.Until(until); !ok || left > sitematch.Timeout {
			t.Errorf("%s are left", left)
		}
		return sitematch.Site{}, context.DeadlineExceeded
	}), page.CheckAddress, clock.NewManual(noon))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := s.Match(ctx, editor(), "https://example.com/"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an error of the reader: %v", err)
	}
}

func TestService_Match_IsLimitedPerWorkspaceAndRole(t *testing.T) {
	t.Parallel()
	s := sitematch.NewService(sheets("body{background:#fff}"), page.CheckAddress, clock.NewManual(noon))
	viewer := editor()
	viewer.Role = access.Viewer
	if _, err := s.Match(t.Context(), viewer, "https://example.com/"); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a viewer: %v", err)
	}
	for range 10 {
		if _, err := s.Match(t.Context(), editor(), "https://example.com/"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Match(t.Context(), editor(), "https://example.com/"); !fault.Is(err, fault.RateLimited) {
		t.Errorf("the 11th: %v", err)
	}
	other := editor()
	other.WorkspaceID = "wsp_2"
	if _, err := s.Match(t.Context(), other, "https://example.com/"); err != nil {
		t.Errorf("another workspace: %v", err)
	}
}

func TestService_Match_ReadsOneSiteOfAWorkspaceAtATime(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	s := sitematch.NewService(sites(func(*budget.Budget, string) (sitematch.Site, error) {
		entered <- struct{}{}
		<-leave
		return sitematch.Site{Sheets: []string{"body{background:#fff}"}}, nil
	}), page.CheckAddress, clock.NewManual(noon))
	first := make(chan error, 1)
	go func() {
		_, err := s.Match(t.Context(), editor(), "https://example.com/")
		first <- err
	}()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Match(ctx, editor(), "https://example.com/"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a second site meanwhile: %v", err)
	}
	close(leave)
	if err := <-first; err != nil {
		t.Error(err)
	}
}

// References of custom properties to each other must not take exponential time.
func TestService_Match_BoundsCustomProperties(t *testing.T) {
	t.Parallel()
	var css strings.Builder
	for i := range 40 {
		name := func(n int) string { return "--a" + strings.Repeat("b", n) }
		css.WriteString(":root{" + name(i) + ":" + strings.Repeat("var("+name(i+1)+") ", 20) + "}")
	}
	css.WriteString(":root{--loop:var(--loop)}body{background:var(--a);color:var(--loop)}.btn{background:#04755b}")
	if got, err := match(t, sheets(css.String())); err != nil || got.Theme.Colors.Button != "#04755b" {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzMatch reads any bytes as a style sheet, in bounded time: the time limit of a fuzzing
// worker fails for an endless loop.
func FuzzMatch(f *testing.F) {
	for _, css := range []string{
		"", "}", "{", "body{", "a{color:var(--x)}:root{--x:var(--y,#123)}", "@media{@layer{@supports{body{color:red", "body{background:url(", "/*", "--x:", "@",
		"body{color:rgb(1,2,3;}", "\x00\xff{\x00:}", `body{font-family:"a`, "<!-- body{color:red} -->", "body{background:hsl(1e999,1%,1%)}",
	} {
		f.Add(css, css)
	}
	f.Fuzz(func(t *testing.T, css, color string) {
		got, err := match(t, func(*budget.Budget, string) (sitematch.Site, error) {
			return sitematch.Site{ThemeColor: color, Sheets: []string{css, "body{background:" + color + "}"}}, nil
		})
		if fault.Is(err, fault.Invalid) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if again, err := got.Theme.Normalize(); err != nil || len(got.Found) == 0 || got.Theme.Colors != nil && *again.Colors != *got.Theme.Colors {
			t.Fatalf("%+v, %v", got, err)
		}
	})
}
