package biopage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/media"
	"linnet/internal/core/page"
	"linnet/internal/core/page/theme"
	"linnet/internal/edge/biopage"
)

// withImage returns a page whose background is an image.
func withImage() page.Document {
	doc := document()
	doc.Theme = theme.Theme{Preset: "paper", Background: theme.Image, BackgroundImage: mediaID, BackgroundShade: 10}
	image := doc.Media[mediaID]
	image.Widths, image.Focal = []int{320, 640, 1280}, media.Point{X: 30, Y: 80}
	doc.Media[mediaID] = image
	return doc
}

func styleOf(t *testing.T, doc page.Document) string {
	t.Helper()
	w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}), "/@ada")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(w.Body.String(), "<style>")
	style, _, found := strings.Cut(rest, "</style>")
	if !found {
		t.Fatal("the page has no style sheet")
	}
	return style
}

func TestHandler_ShowsTheImageOfTheBackgroundUnderAReadableShade(t *testing.T) {
	t.Parallel()
	doc := withImage()
	style := styleOf(t, doc)
	m := doc.Media[mediaID]
	file := func(width int, format string) string { return doc.MediaURL + m.Path(width, format) }
	for _, want := range []string{
		`body::before{background:30% 80%/cover no-repeat;background-image:url("` + file(640, media.JPEG) + `");background-image:image-set(url("` +
			file(640, media.WebP) + `") type("image/webp"),url("` + file(640, media.JPEG) + `") type("image/jpeg"))}`,
		`@media(min-width:641px){body::before{background-image:url("` + file(1280, media.JPEG) + `");`,
		"body::after{background:#fbfaf688}",                                                    // 53%: more than the theme's 10%
		"@media(prefers-color-scheme:dark){body::after{background:#0b15159f}}",                 // 62%
		"@media print,(forced-colors:active){body::before,body::after{content:none}}",          // its own colors
		"html{background:var(--bg)", "--bi:none", "--mu:#101d1e;", "--bg:#fbfaf6;--be:#fbfaf6", // until it has loaded
	} {
		if !strings.Contains(style, want) {
			t.Errorf("the style sheet has no %q:\n%s", want, style)
		}
	}
	doc.Theme.Mode = theme.Dark
	if style := styleOf(t, doc); !strings.Contains(style, "body::after{background:#0b15159f}") || strings.Contains(style, "prefers-color-scheme") {
		t.Errorf("a dark page:\n%s", style)
	}
}

func TestHandler_LoadsOneFileOfASmallImage(t *testing.T) {
	t.Parallel()
	doc := withImage()
	small := doc.Media[mediaID]
	small.Widths = []int{200}
	doc.Media[mediaID] = small
	style := styleOf(t, doc)
	if strings.Contains(style, "min-width:641px") || !strings.Contains(style, small.Path(200, media.WebP)) {
		t.Errorf("the style sheet:\n%s", style)
	}
}

func TestHandler_HasNoImageBehindThePageWithoutOne(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*page.Document){
		"another background": func(d *page.Document) { d.Theme = theme.Theme{Preset: "paper", BackgroundImage: mediaID} },
		"a deleted image":    func(d *page.Document) { d.Media = nil },
	} {
		doc := withImage()
		change(&doc)
		if style := styleOf(t, doc); strings.Contains(style, "body::") {
			t.Errorf("%s:\n%s", name, style)
		}
	}
}

func TestHandler_QuotesTheAddressOfTheImage(t *testing.T) {
	t.Parallel()
	const id = "\"\\</style><script>\n);}body{background:url('https://evil.example/"
	doc := withImage()
	doc.Theme.BackgroundImage = id
	doc.Media = map[string]media.Media{id: {ID: id, Hash: strings.Repeat("0", 64), Widths: []int{320}}}
	style := styleOf(t, doc)
	if strings.Count(style, `url("https://go.example.com/media/%22%5C%3C/style>%3Cscript>%0A);}body{background:url('https://evil.example//0000`) != 3 {
		t.Errorf("the style sheet:\n%s", style)
	}
}

// The form of the gate has none of the page's content.
func TestHandler_ShowsNoImageBehindTheAgeGate(t *testing.T) {
	t.Parallel()
	doc := withImage()
	doc.AgeGate = 18
	w := httptest.NewRecorder()
	h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)})
	if err := h.ServePage(w, httptest.NewRequest(http.MethodGet, "/@ada", nil), pageID, "", visitor, answerAtOnce); err != nil {
		t.Fatal(err)
	}
	if body := w.Body.String(); !strings.Contains(body, "18") || strings.Contains(body, "/media/") || strings.Contains(body, "body::") {
		t.Errorf("the gate:\n%s", body)
	}
}
