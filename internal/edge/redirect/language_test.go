package redirect_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/routing"
)

func TestPages_SpeakTheLanguageOfTheVisitor(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "locked", PasswordHash: "open sesame"})
	s.records.put(s.own, routing.Target{Alias: "later", StartsAt: noon.Add(36 * time.Hour)})
	s.records.put(s.own, routing.Target{Alias: "shown", URL: "https://example.com/", Title: "שלום, world!"})
	for _, c := range []struct {
		path, header, lang, dir string
		says                    []string
	}{
		{"locked", "de-AT,de;q=0.9", "de", "ltr", []string{"Passwort eingeben", "Link öffnen"}},
		{"locked", "ar-EG", "ar", "rtl", []string{"أدخل كلمة المرور"}},
		{"locked", "ja", "ja", "ltr", []string{"パスワードを入力してください"}},
		{"locked", "sv", "en", "ltr", []string{"Enter the password"}},
		{"none", "de", "de", "ltr", []string{"Link nicht gefunden", "Prüfen Sie die Adresse"}},
		{"none", "ar", "ar", "rtl", []string{"الرابط غير موجود"}},
		{"none", "ja", "ja", "ltr", []string{"リンクが見つかりません"}},
		{"later", "de", "de", "ltr", []string{"Er wird am 3. Juli 2026, 00:00 UTC freigeschaltet."}},
		{"later", "ar", "ar", "rtl", []string{"3 يوليو 2026"}},
		{"later", "ja", "ja", "ltr", []string{"2026年7月3日 00:00（UTC）から利用できます。"}},
		{"shown+", "ar", "ar", "rtl", []string{"وجهة هذا الرابط", `<p dir="auto">שלום, world!</p>`, `<bdi dir="ltr">https://example.com/</bdi>`}},
	} {
		res := s.send(http.MethodGet, "http://localhost/"+c.path, "", "Accept-Language: "+c.header)
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range append(c.says, `<html lang="`+c.lang+`" dir="`+c.dir+`">`) {
			if !strings.Contains(string(body), want) {
				t.Errorf("%s in %s lacks %q:\n%s", c.path, c.header, want, body)
			}
		}
		if got, vary := res.Header.Get("Content-Language"), res.Header.Get("Vary"); got != c.lang || vary != "Accept-Language" {
			t.Errorf("%s in %s: Content-Language %q, Vary %q", c.path, c.header, got, vary)
		}
	}
}

func TestPages_NameAWrongPasswordInTheLanguageOfTheVisitor(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "locked", PasswordHash: "open sesame"})
	for range 6 {
		res := s.send(http.MethodPost, "http://localhost/locked", "password=x", "Accept-Language: de")
		body, err := io.ReadAll(res.Body)
		want := "Falsches Passwort. Versuchen Sie es noch einmal."
		if res.StatusCode == http.StatusTooManyRequests {
			want = "Zu viele Versuche"
		}
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("%d, %v: %s", res.StatusCode, err, body)
		}
	}
}

func TestPages_SpeakTheLanguageOfTheDomain(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.brand.Language = "de"
	s.records.domains[s.brand.Host] = s.brand
	s.records.put(s.brand, routing.Target{Alias: "locked", PasswordHash: "open sesame"})
	s.records.put(s.brand, routing.Target{Alias: "later", StartsAt: noon.Add(36 * time.Hour)})
	s.records.put(s.brand, routing.Target{Alias: "shown", URL: "https://example.com/"})
	for _, c := range []struct{ method, path, says string }{
		{http.MethodGet, "locked", "Passwort eingeben"},
		{http.MethodPost, "locked", "Falsches Passwort"},
		{http.MethodGet, "none", "Link nicht gefunden"},
		{http.MethodGet, "later", "Er wird am 3. Juli 2026, 00:00 UTC freigeschaltet."},
		{http.MethodGet, "shown+", "Ziel dieses Links"},
		{http.MethodGet, "", "Hier ist keine Seite"},
		{http.MethodPut, "none", "Methode nicht erlaubt"},
	} {
		res := s.send(c.method, "http://brand.test/"+c.path, "", "Accept-Language: ja")
		body, err := io.ReadAll(res.Body)
		if err != nil || !strings.Contains(string(body), c.says) || !strings.Contains(string(body), `<html lang="de" dir="ltr">`) {
			t.Errorf("%s %q, %v, lacks %q:\n%s", c.method, c.path, err, c.says, body)
		}
		if got, vary := res.Header.Get("Content-Language"), res.Header.Get("Vary"); got != "de" || vary != "" {
			t.Errorf("%s %q: Content-Language %q, Vary %q", c.method, c.path, got, vary)
		}
	}
	res := s.send(http.MethodGet, "http://localhost/none", "", "Accept-Language: ja")
	if got := res.Header.Get("Content-Language"); got != "ja" {
		t.Errorf("another domain is in %q", got)
	}
}

func TestOwnLanguage_IsThatOfTheDefaultDomain(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	r := httptest.NewRequest(http.MethodGet, "/abuse", nil)
	r.Header.Set("Accept-Language", "ja")
	if got := s.OwnLanguage(r); got.Tag != "ja" || !got.IsNegotiated() {
		t.Errorf("%s", got.Tag)
	}
	s.own.Language = "de"
	s.records.domains[ownHost] = s.own
	s.dir.ForgetDomain(s.own.ID, ownHost)
	if got := s.OwnLanguage(r); got.Tag != "de" || got.IsNegotiated() {
		t.Errorf("%s", got.Tag)
	}
	s.dir.ForgetAll()
	s.records.down.Store(true)
	if got := s.OwnLanguage(r); got.Tag != "ja" || !got.IsNegotiated() {
		t.Errorf("without records: %s", got.Tag)
	}
}

func TestHandler_RedirectsWithoutALanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.records.put(s.own, routing.Target{Alias: "a", URL: "https://example.com/"})
	res := s.send(http.MethodGet, "http://localhost/a", "", "Accept-Language: de")
	if res.StatusCode != http.StatusFound || res.Header.Get("Vary") != "" || res.Header.Get("Content-Language") != "" {
		t.Errorf("%d %v", res.StatusCode, res.Header)
	}
}
