package click

import (
	"testing"

	"linnet/internal/base/ident"
)

func TestQRCodeOf_ReadsTheIDOfASavedCode(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"qr=3kq7c8v0d5m2a": "qrc_3kq7c8v0d5m2a", "utm_source=x&qr=3kq7c8v0d5m2a": "qrc_3kq7c8v0d5m2a",
		"": "", "qr=1": "", "qr=": "", "qr=3kq7c8v0d5m2": "", "qr=3kq7c8v0d5m2u": "", "qr=3KQ7C8V0D5M2A": "", "other=3kq7c8v0d5m2a": "",
	} {
		if got := ident.Text(ident.QRCode, qrCodeOf(query)); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	for query, want := range map[string]Trigger{
		"x=1&qr=3kq7c8v0d5m2a": TriggerQR, "qr=1": TriggerQR, "qr=launch": TriggerLink, "": TriggerLink, "a=b&lnt=bio": TriggerBio, "lnt=x": TriggerLink,
	} {
		if got := TriggerOf(query); got != want {
			t.Errorf("TriggerOf(%q) = %q, want %q", query, got, want)
		}
	}
	if got := triggerOf(&Hit{Query: "qr=3kq7c8v0d5m2a"}); got != TriggerQR {
		t.Errorf("a saved code's scan is a %q", got)
	}
}
