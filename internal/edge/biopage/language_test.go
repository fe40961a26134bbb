package biopage_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/locale"
	"linnet/internal/core/page"
	"linnet/internal/edge/biopage"
)

func TestHandler_SpeaksTheLanguageOfTheVisitor(t *testing.T) {
	t.Parallel()
	h := biopage.New(biopage.Deps{Source: &source{doc: document()}, Clock: clock.NewManual(noon)})
	etags := map[string]bool{}
	for _, c := range []struct {
		header, lang, dir string
		says              []string
	}{
		{"de-CH", "de", "ltr", []string{"Ansehen", "Kontakt speichern", "1 Tag, 2 Stunden", "Karte öffnen", `aria-label="QR-Code von https://go.example.com/launch"`}},
		{"ar", "ar", "rtl", []string{"مشاهدة", "حفظ جهة الاتصال", "\u2068يوم واحد\u2069 و\u2068ساعتان\u2069", `aria-label="معرض الصور"`}},
		{"ja", "ja", "ltr", []string{"見る", "連絡先を保存", "1 日 2 時間"}},
		{"en-US", "en", "ltr", []string{"Watch", "1 day, 2 hours"}},
	} {
		w, err := serve(h, "/@ada", "Accept-Language", c.header)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(c.says, `<html lang="`+c.lang+`" dir="`+c.dir+`">`, `<h1 dir="auto">Ada Lovelace</h1>`) {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s lacks %q:\n%s", c.header, want, w.Body)
			}
		}
		header := w.Header()
		if vary := strings.Join(header.Values("Vary"), ", "); header.Get("Content-Language") != c.lang || vary != "Accept-Encoding, Accept-Language" {
			t.Errorf("%s: Content-Language %q, Vary %q", c.header, header.Get("Content-Language"), vary)
		}
		etags[header.Get("ETag")] = true
		same, err := serve(h, "/@ada", "Accept-Language", c.header, "If-None-Match", header.Get("ETag"))
		if err != nil || same.Code != http.StatusNotModified || same.Header().Get("Content-Language") != c.lang {
			t.Errorf("%s again: %d, %v", c.header, same.Code, err)
		}
	}
	if len(etags) != 4 {
		t.Errorf("%d tags of 4 languages", len(etags))
	}
}

func TestHandler_PrefersTheLanguageOfThePageToThatOfItsDomain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page, domain locale.Fixed
		lang, vary   string
	}{
		{"", "", "fr", "Accept-Encoding, Accept-Language"},
		{"", "de", "de", "Accept-Encoding"},
		{"ar", "de", "ar", "Accept-Encoding"},
		{"ja", "", "ja", "Accept-Encoding"},
		{"fr", "", "fr", "Accept-Encoding"}, // that of the visitor, too
	} {
		doc := document()
		doc.Language = c.page
		h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)})
		r := httptest.NewRequest(http.MethodGet, "/@ada", nil)
		r.Header.Set("Accept-Language", "fr")
		w := httptest.NewRecorder()
		if err := h.ServePage(w, r, pageID, c.domain, visitor, answerAtOnce); err != nil {
			t.Fatal(err)
		}
		header := w.Header()
		if vary := strings.Join(header.Values("Vary"), ", "); header.Get("Content-Language") != c.lang || vary != c.vary {
			t.Errorf("%+v: Content-Language %q, Vary %q", c, header.Get("Content-Language"), vary)
		}
		if !strings.Contains(w.Body.String(), `<html lang="`+c.lang+`"`) {
			t.Errorf("%+v: %s", c, w.Body)
		}
	}
}

func TestHandler_RendersAPageWithALanguageOnce(t *testing.T) {
	t.Parallel()
	s := &source{doc: document()}
	s.doc.Language = "de"
	h := biopage.New(biopage.Deps{Source: s, Clock: clock.NewManual(noon)})
	etags := map[string]bool{}
	visit := func() {
		for _, lang := range []string{"en", "ar", "de", "ja", "en"} {
			w, err := serve(h, "/@ada", "Accept-Language", lang)
			if err != nil {
				t.Fatal(err)
			}
			etags[w.Header().Get("ETag")] = true
			if got := w.Header().Get("Content-Language"); got != string(s.doc.Language) {
				t.Errorf("%s gets %s, want %s", lang, got, s.doc.Language)
			}
		}
	}
	visit()
	if len(etags) != 1 || s.reads != 4 {
		t.Errorf("%d pages in %d reads", len(etags), s.reads)
	}
	s.doc.Language = "ar"
	h.Forget(pageID)
	visit()
}

func TestHandler_FollowsALanguageThatChangesDuringARequest(t *testing.T) {
	t.Parallel()
	s := &changing{source: source{doc: document()}, languages: []locale.Fixed{"de", "ar", "ar"}}
	w, err := serve(biopage.New(biopage.Deps{Source: s, Clock: clock.NewManual(noon)}), "/@ada", "Accept-Language", "en")
	if err != nil || w.Header().Get("Content-Language") != "ar" {
		t.Errorf("%v: %v", err, w.Header())
	}
}

// changing is a page that has another language at each read.
type changing struct {
	source
	languages []locale.Fixed
}

func (s *changing) Published(ctx context.Context, id string) (page.Published, error) {
	s.doc.Language, s.languages = s.languages[0], s.languages[1:]
	return s.source.Published(ctx, id)
}

func TestHandler_ForgetsAPageInEachLanguage(t *testing.T) {
	t.Parallel()
	s := &source{doc: document()}
	h := biopage.New(biopage.Deps{Source: s, Clock: clock.NewManual(noon)})
	titles := func() (all []string) {
		for _, lang := range []string{"en", "de", "ar"} {
			w, err := serve(h, "/@ada", "Accept-Language", lang)
			if err != nil {
				t.Fatal(err)
			}
			_, rest, _ := strings.Cut(w.Body.String(), `<h1 dir="auto">`)
			title, _, _ := strings.Cut(rest, "</h1>")
			all = append(all, title)
		}
		return all
	}
	titles()
	s.doc.Title = "Grace"
	if got := strings.Join(titles(), " "); got != "Ada Lovelace Ada Lovelace Ada Lovelace" {
		t.Errorf("not cached: %s", got)
	}
	h.Forget(pageID)
	if got := strings.Join(titles(), " "); got != "Grace Grace Grace" {
		t.Errorf("after Forget: %s", got)
	}
}

func TestServeForm_NamesProblemsInTheLanguageOfTheVisitor(t *testing.T) {
	t.Parallel()
	f := newFormFixture(nil)
	for lang, want := range map[string]string{"de": "Setzen Sie das Häkchen", "ja": "チェックを入れてください", "ar": "حدد المربع"} {
		values := filled()
		values.Del("consent")
		w := f.sendIn(t, lang, values)
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) || w.Header().Get("Content-Language") != lang {
			t.Errorf("%s: %d %s", lang, w.Code, w.Body)
		}
	}
	w, err := serve(f.Handler, "/@ada?sent="+formID, "Accept-Language", "de")
	if err != nil || !strings.Contains(w.Body.String(), "Ihre Adresse wurde gesendet.") {
		t.Errorf("%v: %s", err, w.Body)
	}
	w, err = serve(f.Handler, "/@ada?sent="+formID, "Accept-Language", "fr")
	if err != nil || !strings.Contains(w.Body.String(), "Votre adresse a été envoyée.") {
		t.Errorf("%v: %s", err, w.Body)
	}
}

// sendIn sends a form as a visitor with a language.
func (f *formFixture) sendIn(t *testing.T, lang string, values url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/@ada", strings.NewReader(values.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Language", lang)
	w := httptest.NewRecorder()
	if err := f.ServeForm(w, r, pageID, "", netip.MustParseAddr("192.0.2.1")); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestAgeGate_AsksInTheLanguageOfTheVisitor(t *testing.T) {
	t.Parallel()
	doc := document()
	doc.AgeGate = 18
	h := biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)})
	for lang, want := range map[string]string{"de": "Ich bin 18 Jahre oder älter", "ja": "18 歳以上です", "ar": "عمري \u206818\u2069 عامًا أو أكثر"} {
		w, err := serve(h, "/@ada", "Accept-Language", lang)
		if err != nil || !strings.Contains(w.Body.String(), want) || w.Header().Get("Content-Language") != lang {
			t.Errorf("%s: %v %s", lang, err, w.Body)
		}
		if vary := strings.Join(w.Header().Values("Vary"), ", "); vary != "Cookie, Accept-Language" {
			t.Errorf("Vary %s", vary)
		}
	}
}

func TestHandler_IsolatesTextsOfOwners(t *testing.T) {
	t.Parallel()
	doc := document()
	doc.Title, doc.Description = "שלום, world! (2025)", "مرحبا (1)"
	doc.Blocks = []page.Block{
		{ID: "blk_0000000000001", Visible: true, Body: &page.Link{LinkID: linkID, Title: "שלום (1)"}},
		{ID: "blk_0000000000002", Visible: true, Body: &page.Text{Text: "مرحبا: **2**"}},
		{ID: "blk_0000000000003", Visible: true, Body: &page.Product{Title: "ספר!", Price: "5.00", Currency: "EUR", URL: "https://example.com"}},
	}
	w, err := serve(biopage.New(biopage.Deps{Source: &source{doc: doc}, Clock: clock.NewManual(noon)}), "/@ada")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<title dir="auto">`, `<h1 dir="auto">שלום, world! (2025)</h1>`, `<p dir="auto">مرحبا (1)</p>`, `<a class="b" dir="auto"`,
		`<p dir="auto">مرحبا: <strong>2</strong></p>`, `<a class="c p" dir="auto"`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page lacks %s:\n%s", want, w.Body)
		}
	}
}
