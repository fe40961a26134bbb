package content_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/content"
)

// publicFormats are contents of each type as requests have them, with the text of their
// codes.
var publicFormats = map[string]struct{ json, text, label string }{
	"text": {`{"type":"text","text":" Table 7\r\nCall us "}`, "Table 7\nCall us", "Table 7 Call us"},
	"url":  {`{"type":"url","url":"https://example.com/a?b=c,d"}`, "https://example.com/a?b=c,d", "example.com/a?b=c,d"},
	"network": {`{"type":"wifi","ssid":"Café; \"Guests\"","password":"a:b,c\\d;1"}`,
		`WIFI:T:WPA;S:Café\; \"Guests\";P:a\:b\,c\\d\;1;;`, `Café; "Guests"`},
	"hidden open network": {`{"type":"wifi","ssid":"lab","security":"none","hidden":true}`, "WIFI:T:nopass;S:lab;H:true;;", "lab"},
	"old network":         {`{"type":"wifi","ssid":"lab","security":"wep","password":"0123456789"}`, "WIFI:T:WEP;S:lab;P:0123456789;;", "lab"},
	"mail": {`{"type":"email","to":"a+b&c@example.com","subject":"50% off & more","body":"Hello,\nwho's there?"}`,
		"mailto:a%2Bb%26c@example.com?subject=50%25%20off%20%26%20more&body=Hello%2C%0D%0Awho%27s%20there%3F", "a+b&c@example.com"},
	"mail without text": {`{"type":"email","to":"ada@example.com"}`, "mailto:ada@example.com", "ada@example.com"},
	"text message":      {`{"type":"sms","phone":"+49 (170) 123-4567","message":"Yes: 2 seats"}`, "smsto:+491701234567:Yes: 2 seats", "+49 (170) 123-4567"},
	"short number":      {`{"type":"sms","phone":"80888"}`, "smsto:80888", "80888"},
	"call":              {`{"type":"phone","phone":"+49 30/1234567"}`, "tel:+49301234567", "+49 30/1234567"},
	"place":             {`{"type":"location","latitude":52.5162751,"longitude":-0.0000001}`, "geo:52.516275,0", "52.516275, 0"},
	"contact": {`{"type":"vcard","firstName":"Ada","lastName":"Lovelace; Byron","organization":"Engines, Ltd","title":"Analyst","mobile":"+44 20 7946 0000",
		"email":"ada@example.com","url":"https://example.com/ada","street":"12 St James's Square","city":"London","postalCode":"SW1Y 4JH","country":"UK","note":"Line 1\nLine \\2"}`,
		"BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace\\; Byron;Ada;;;\r\nFN:Ada Lovelace\\; Byron\r\nORG:Engines\\, Ltd\r\nTITLE:Analyst\r\n" +
			"TEL;TYPE=cell:+442079460000\r\nEMAIL:ada@example.com\r\nURL:https://example.com/ada\r\n" +
			"ADR;TYPE=work:;;12 St James's Square;London;;SW1Y 4JH;UK\r\nNOTE:Line 1\\nLine \\\\2\r\nEND:VCARD\r\n", "Ada Lovelace; Byron"},
	"company": {`{"type":"vcard","version":"4.0","organization":"Engines","phone":"030 12"}`,
		"BEGIN:VCARD\r\nVERSION:4.0\r\nN:;;;;\r\nFN:Engines\r\nORG:Engines\r\nTEL;TYPE=work:03012\r\nEND:VCARD\r\n", "Engines"},
	"event": {`{"type":"event","title":"Launch, part 2","startsAt":"2026-04-01T18:00:00+02:00","endsAt":"2026-04-01T20:30:00+02:00","location":"Hall; 3","description":"A\nB","url":"https://example.com/"}`,
		"BEGIN:VEVENT\r\nSUMMARY:Launch\\, part 2\r\nDTSTART:20260401T160000Z\r\nDTEND:20260401T183000Z\r\nLOCATION:Hall\\; 3\r\nDESCRIPTION:A\\nB\r\n" +
			"URL:https://example.com/\r\nEND:VEVENT\r\n", "Launch, part 2"},
	"days": {`{"type":"event","title":"Fair","startsAt":"2026-04-30T00:30:00+09:00","allDay":true}`,
		"BEGIN:VEVENT\r\nSUMMARY:Fair\r\nDTSTART;VALUE=DATE:20260430\r\nDTEND;VALUE=DATE:20260501\r\nEND:VEVENT\r\n", "Fair"},
}

func TestDecode_EncodesThePublicFormats(t *testing.T) {
	t.Parallel()
	for name, c := range publicFormats {
		got, err := content.Decode([]byte(c.json), "staticContent")
		if err != nil || got.Text() != c.text || got.Label() != c.label {
			t.Errorf("%s: %q labelled %q, %v", name, got.Text(), got.Label(), err)
		}
		raw, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		again, err := content.Decode(raw, "staticContent")
		if err != nil || !again.Equal(got) || again.Text() != c.text {
			t.Errorf("%s: decoded again from %s, it is %q, %v", name, raw, again.Text(), err)
		}
	}
}

func TestDecode_NamesEveryInvalidField(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 900)
	for raw, want := range map[string][]string{
		`{}`:                                    {".type"},
		`{"type":"fax","number":"1"}`:           {".type"},
		`[]`:                                    {""},
		`{"type":"text"}`:                       {".text"},
		`{"type":"text","text":7}`:              {".text"},
		`{"type":"text","text":"a\u0007"}`:      {".text"},
		`{"type":"text","text":"` + long + `"}`: {""}, // 900 characters of 1,800 bytes
		`{"type":"text","text":"` + long + `ä"}`:                                     {".text"},
		`{"type":"url","url":"javascript:alert(1)"}`:                                 {".url"},
		`{"type":"url","url":"https://"}`:                                            {".url"},
		`{"type":"wifi"}`:                                                            {".ssid", ".password"},
		`{"type":"wifi","ssid":"` + strings.Repeat("ä", 17) + `","security":"none"}`: {".ssid"},
		`{"type":"wifi","ssid":"a","password":"short"}`:                              {".password"},
		`{"type":"wifi","ssid":"a","security":"wep","password":"seven77"}`:           {".password"},
		`{"type":"wifi","ssid":"a","security":"none","password":"secret12"}`:         {".password"},
		`{"type":"wifi","ssid":"a","security":"wpa9","password":"secret12"}`:         {".security"},
		`{"type":"email","to":"Ada <ada@example.com>","subject":"a\nb"}`:             {".to", ".subject"},
		`{"type":"email"}`:                                          {".to"},
		`{"type":"sms","phone":"*#06#"}`:                            {".phone"},
		`{"type":"phone","phone":"1234567890123456"}`:               {".phone"},
		`{"type":"phone","phone":"12+34"}`:                          {".phone"},
		`{"type":"vcard","note":"x","email":"ada","version":"2.1"}`: {".version", ".firstName", ".email"},
		`{"type":"vcard","firstName":"A\r\nEND:VCARD"}`:             {".firstName"},
		`{"type":"event"}`:                                          {".title", ".startsAt"},
		`{"type":"event","title":"a","startsAt":"tomorrow"}`:        {""},
		`{"type":"event","title":"a","startsAt":"2026-04-02T00:00:00Z","endsAt":"2026-04-01T00:00:00Z","url":"ftp:"}`: {".endsAt", ".url"},
		`{"type":"location","latitude":91}`: {".latitude", ".longitude"},
	} {
		_, err := content.Decode([]byte(raw), "staticContent")
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Invalid {
			t.Errorf("%.80s: %v", raw, err)
			continue
		}
		var got []string
		for _, field := range f.Fields {
			got = append(got, strings.TrimPrefix(field.Field, "staticContent"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%.80s: errors at %q, want %q", raw, got, want)
		}
	}
}

func TestContent_LabelAndSearchHaveNoPassword(t *testing.T) {
	t.Parallel()
	c, err := content.Decode([]byte(`{"type":"wifi","ssid":"Guests","password":"open sesame"}`), "c")
	if err != nil || strings.Contains(c.Label()+c.SearchText(), "sesame") {
		t.Errorf("%q, %q, %v", c.Label(), c.SearchText(), err)
	}
	if !strings.Contains(c.Text(), "sesame") {
		t.Errorf("the code lacks the password: %q", c.Text())
	}
}

// FuzzDecode requires that no value of a field adds a property or a parameter.
func FuzzDecode(f *testing.F) {
	f.Add("Ada", "a;b,c\\d\ne:f")
	f.Add("END:VCARD", "\r\nEND:VCARD")
	f.Fuzz(func(t *testing.T, name, note string) {
		raw, err := json.Marshal(map[string]string{"type": "vcard", "firstName": name, "note": note})
		if err != nil {
			t.Fatal(err)
		}
		c, err := content.Decode(raw, "c")
		if err != nil {
			return
		}
		lines := strings.Split(c.Text(), "\r\n")
		want := 6 // BEGIN, VERSION, N, FN, END and what follows the last line break
		if c.Body.(*content.VCard).Note != "" {
			want++
		}
		if len(lines) != want || lines[len(lines)-2] != "END:VCARD" {
			t.Errorf("%d lines: %q", len(lines), c.Text())
		}
	})
}
