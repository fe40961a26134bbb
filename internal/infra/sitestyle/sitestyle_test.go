package sitestyle_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"linnet/internal/base/budget"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/core/page/sitematch"
	"linnet/internal/infra/outbound"
	"linnet/internal/infra/sitestyle"
)

// website serves files, and records which were requested.
type website struct {
	*httptest.Server
	mu    sync.Mutex
	paths []string
}

func newWebsite(t *testing.T, files map[string]string) *website {
	t.Helper()
	w := &website{}
	w.Server = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.mu.Lock()
		w.paths = append(w.paths, r.URL.Path)
		w.mu.Unlock()
		body, ok := files[r.URL.Path]
		switch {
		case r.URL.Path == "/moved":
			http.Redirect(rw, r, "/shop/", http.StatusFound)
			return
		case !ok:
			http.NotFound(rw, r)
			return
		case strings.HasSuffix(r.URL.Path, ".css"):
			rw.Header().Set("Content-Type", "text/css")
		case strings.HasSuffix(r.URL.Path, ".png"):
			rw.Header().Set("Content-Type", "image/png")
		default:
			rw.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		fmt.Fprint(rw, body)
	}))
	t.Cleanup(w.Close)
	return w
}

// local calls servers on this machine, which others refuse.
func local() *sitestyle.Reader {
	return sitestyle.NewReader(outbound.New(outbound.Options{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}))
}

// within returns a budget for bytes.
func within(t *testing.T, bytes int) *budget.Budget {
	t.Helper()
	pool := budget.NewPool(fair.New(1), budget.Limits{Input: bytes, Nodes: 10_000}, fault.New(fault.Invalid, "Too much."))
	b, err := pool.Begin(t.Context(), "wsp_1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.End)
	return b
}

func TestReader_ReadsThePageAndItsStyleSheets(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{
		"/shop/": `<!doctype html><html style="background:#eee"><head>
			<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000"><meta name="Theme-Color" content="#04755b">
			<link rel="stylesheet" href="a.css"><style>inline{}</style><style media="print">print{}</style>
			<link rel="alternate stylesheet" href="alternate.css"><link rel=stylesheet href=dark.css media="(prefers-color-scheme:dark)">
			<link rel="STYLESHEET" href="/b.css"><link rel="stylesheet" href="missing.css"><link rel="stylesheet" href="d.css">
			<link rel="stylesheet" href="javascript:alert(1)"></head><body style="color:#111">`,
		"/shop/a.css": "a{}", "/b.css": "b{}", "/shop/d.css": "d{}",
	})
	site, err := local().Read(within(t, sitematch.MaxBytes), w.URL+"/moved")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a{}", "inline{}", "b{}", "html{background:#eee}", "body{color:#111}"}; !slices.Equal(site.Sheets, want) {
		t.Errorf("sheets %q, want %q", site.Sheets, want)
	}
	if site.ThemeColor != "#04755b" {
		t.Errorf("theme color %q", site.ThemeColor)
	}
	if want := []string{"/moved", "/shop/", "/shop/a.css", "/b.css", "/shop/missing.css"}; !slices.Equal(w.paths, want) {
		t.Errorf("requests %q, want %q", w.paths, want)
	}
}

func TestReader_PrefersStyleSheetsOfTheSite(t *testing.T) {
	t.Parallel()
	cdn := newWebsite(t, map[string]string{"/1.css": "one{}", "/2.css": "two{}"})
	w := newWebsite(t, map[string]string{
		"/":      fmt.Sprintf(`<link rel=stylesheet href="%[1]s/1.css"><link rel=stylesheet href="%[1]s/2.css"><link rel=stylesheet href=3.css><link rel=stylesheet href=4.css>`, cdn.URL),
		"/3.css": "three{}", "/4.css": "four{}",
	})
	site, err := local().Read(within(t, sitematch.MaxBytes), w.URL)
	if want := []string{"one{}", "three{}", "four{}"}; err != nil || !slices.Equal(site.Sheets, want) {
		t.Errorf("sheets %q, %v; want %q", site.Sheets, err, want)
	}
}

func TestReader_BoundsTheBytesOfASite(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("a", sitematch.MaxBytes*2/3)
	w := newWebsite(t, map[string]string{
		"/": `<link rel=stylesheet href=1.css><link rel=stylesheet href=2.css>`, "/1.css": large, "/2.css": large,
	})
	site, err := local().Read(within(t, sitematch.MaxBytes), w.URL)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, s := range site.Sheets {
		total += len(s)
	}
	if total > sitematch.MaxBytes || total < sitematch.MaxBytes-100 {
		t.Errorf("%d bytes, at most %d", total, sitematch.MaxBytes)
	}
}

func TestReader_SaysWhyASiteCannotBeRead(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{"/": "<p>Hello", "/i.png": "png"})
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for name, c := range map[string]struct {
		reader  *sitestyle.Reader
		address string
		says    string
	}{
		"a picture":         {local(), w.URL + "/i.png", "is not a web page"},
		"a missing page":    {local(), w.URL + "/none", "status 404"},
		"a closed port":     {local(), closed.URL, "could not be reached"},
		"this machine":      {sitestyle.NewReader(outbound.New(outbound.Options{})), w.URL, "does not lead to the public internet"},
		"a private network": {sitestyle.NewReader(outbound.New(outbound.Options{})), "http://10.0.0.1/", "does not lead to the public internet"},
	} {
		_, err := c.reader.Read(within(t, sitematch.MaxBytes), c.address)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid || !strings.Contains(f.Message, c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

// A page on the internet must not make Linnet read one in its own network.
func TestReader_LeavesOutStyleSheetsOfPrivateNetworks(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{
		"/": `<link rel=stylesheet href="http://127.0.0.2/secret.css"><link rel=stylesheet href="http://[::1]/secret.css"><style>p{}</style>`,
	})
	site, err := local().Read(within(t, sitematch.MaxBytes), w.URL)
	if want := []string{"p{}"}; err != nil || !slices.Equal(site.Sheets, want) {
		t.Errorf("sheets %q, %v; want %q", site.Sheets, err, want)
	}
}

// An address of a megabyte must not be resolved again for each of thousands of links.
func TestReader_LeavesOutLongAddresses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 1<<20)
	for name, c := range map[string]struct {
		page string
		want []string
	}{
		"a long base": {`<base href="ftp://h/` + long + `">` + strings.Repeat(`<link rel=stylesheet href=1.css>`, 5000) + `<style>p{}</style>`, nil},
		"a long link": {`<link rel=stylesheet href="/` + long + `"><link rel=stylesheet href=1.css><style>p{}</style>`, []string{"/", "/1.css"}},
	} {
		w := newWebsite(t, map[string]string{"/": c.page, "/1.css": "one{}"})
		site, err := local().Read(within(t, sitematch.MaxBytes), w.URL+"/")
		if err != nil || len(site.Sheets) == 0 || site.Sheets[0] != "one{}" {
			t.Errorf("%s: %d sheets, %v", name, len(site.Sheets), err)
		}
		if c.want != nil && !slices.Equal(w.paths, c.want) {
			t.Errorf("%s: requests %q", name, w.paths)
		}
	}
}

func TestReader_EndsWithItsBudget(t *testing.T) {
	t.Parallel()
	w := newWebsite(t, map[string]string{"/": strings.Repeat("<p>", 20_000) + "<style>p{}</style>"})
	if _, err := local().Read(within(t, sitematch.MaxBytes), w.URL); err == nil || !strings.Contains(err.Error(), "Too much.") {
		t.Errorf("%v", err)
	}
}
