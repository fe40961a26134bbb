package webhost_test

import (
	"testing"

	"linnet/internal/core/webhost"
)

// TestParse_ReadsHostsLikeBrowsers has the forms of the URL Standard's own tests.
func TestParse_ReadsHostsLikeBrowsers(t *testing.T) {
	t.Parallel()
	for authority, want := range map[string]string{
		"Go.Example.com:8080": "go.example.com:8080", "example.com.": "example.com", "example.com:": "example.com",
		"ex%61mple.com": "example.com", "bücher.example": "xn--bcher-kva.example", "BÜCHER.example": "xn--bcher-kva.example",
		"xn--bcher-kva.example": "xn--bcher-kva.example", "example。com。": "example.com", "a_b.example": "a_b.example", "-a-.example": "-a-.example",
		"example.com:080": "example.com", "example.com:0081": "example.com:81", "example.com:443": "example.com",
		"1.2.3.4": "1.2.3.4", "1.2.3.4.": "1.2.3.4", "16909060": "1.2.3.4", "0x1020304": "1.2.3.4", "0X1.2.3.4": "1.2.3.4", "1.2.772": "1.2.3.4",
		"0001.002.03.4": "1.2.3.4", "0x1.0x2.0x304": "1.2.3.4", "%31.2.3.4": "1.2.3.4", "１.2.3.4": "1.2.3.4", "127.1:8080": "127.0.0.1:8080",
		"0x": "0.0.0.0", "0": "0.0.0.0", "4294967295": "255.255.255.255", "[::1]:8080": "[::1]:8080", "[0:0::1]": "[::1]", "[2001:DB8::0:1]": "[2001:db8::1]",
		"[::ffff:1.2.3.4]": "1.2.3.4", "[::ffff:102:304]:81": "1.2.3.4:81", "1.2.3.4.com": "1.2.3.4.com", "0x1.example": "0x1.example", "a.0b": "a.0b",
		"❤.example": "xn--qei.example", "foo..example": "foo..example",
	} {
		got, err := webhost.Parse(authority)
		if err != nil || got.Stored() != want {
			t.Errorf("Parse(%q) = %q, %v, want %q", authority, got.Stored(), err, want)
		}
		if again, err := webhost.Parse(got.Stored()); err != nil || again.Stored() != got.Stored() {
			t.Errorf("%q is not stable: %q, %v", got.Stored(), again.Stored(), err)
		}
	}
}

func TestParse_RejectsWhatBrowsersReject(t *testing.T) {
	t.Parallel()
	for _, authority := range []string{
		"", ".", "..", "example.com..", "0..", ":80", "999.1.1.1", "1.2.3.256", "1.2.3.4.5", "1..2", "256.1", "4294967296", "0x100000000", "08", "1.2.3.09", "a.1", "example.0x7f",
		"99999999999999999999999", "0xffffffffffffffffffff", "example.com:99999", "example.com:65536", "example.com:80a", "example.com:+80", "[::1", "[::1]8080", "[::1]:x",
		"[1.2.3.4]", "[::1%25eth0]", "[:::1]", "::1", "a b.example", "a%20b.example", "a%00b.example", "a<b.example", "a|b.example", "%", "a%zz.example", "xn--a.example",
		"a#b", "user@example.com",
	} {
		if got, err := webhost.Parse(authority); err == nil {
			t.Errorf("Parse(%q) = %q, %v", authority, got.Stored(), err)
		}
	}
}

func TestOf_ReturnsTheHostOfAWebAddress(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://example.com": "example.com", "https://example.com/a@b": "example.com", `https://example.com\@evil.example/`: "example.com",
		`https:\\example.com\a`: "example.com", "https://a@b@example.com:8080?x": "example.com:8080", "https://example.com#@evil.example": "example.com",
		"https:////example.com/x": "example.com", "https://go.example@evil.example/": "evil.example", `https://go.example\@evil.example/`: "go.example",
		"https://example.com?u=https://other.example": "example.com", "http://2130706433/promo": "127.0.0.1", "https://example.com/%zz": "example.com",
	} {
		if got, err := webhost.Of(address); err != nil || got.Stored() != want {
			t.Errorf("Of(%q) = %q, %v, want %q", address, got.Stored(), err, want)
		}
	}
}

func TestNormal_AndNameOfAMalformedHostMatchNoDomain(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"go.example.com:80a", "localhost:8080.evil.example", "[::1", "[::1]8080", "[::1]:x", ""} {
		if got := webhost.Normal(raw); got != raw {
			t.Errorf("Normal(%q) = %q", raw, got)
		}
		if got := webhost.Name(raw); got != raw {
			t.Errorf("Name(%q) = %q", raw, got)
		}
	}
	if got := webhost.Name("GO.Example.COM.:8080"); got != "go.example.com" {
		t.Errorf("Name = %q", got)
	}
}

func TestRequested_AcceptsOnlyWhatClientsSend(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"go.br%61nd.example", "bücher.example", "ｇo.example", "go.example:80a"} {
		if got, err := webhost.Requested(raw); err == nil || webhost.RequestedName(raw) != raw {
			t.Errorf("Requested(%q) = %q, %v; name %q", raw, got.Stored(), err, webhost.RequestedName(raw))
		}
	}
	if got := webhost.RequestedName("XN--Bcher-kva.example:443"); got != "xn--bcher-kva.example" {
		t.Errorf("RequestedName = %q", got)
	}
}

func TestIsLoopback(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "app.localhost": true, "LOCALHOST:8080": true, "127.0.0.1": true, "127.1": true, "2130706433": true, "[::1]": true,
		"[::ffff:127.0.0.1]": true, "0.0.0.0": true, "[::]:80": true, "example.com": false, "localhost.example.com": false, "192.0.2.1": false, "": false,
	} {
		if got := webhost.IsLoopback(host); got != want {
			t.Errorf("IsLoopback(%q) = %v, want %v", host, got, want)
		}
	}
}

func TestUnicode_ReturnsHostsAsPeopleReadThem(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]string{"xn--bcher-kva.example": "bücher.example", "go.example.com:8080": "go.example.com:8080", "[::1]": "[::1]"} {
		if got := webhost.Unicode(host); got != want {
			t.Errorf("Unicode(%q) = %q, want %q", host, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"Go.Example.com:8080", "0x1.2.3.4", "[::1]:80", "bücher.example", "%31.2", "xn--a", "１.2.3.4"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, authority string) {
		host, err := webhost.Parse(authority)
		if err != nil {
			return
		}
		if again, err := webhost.Parse(host.Stored()); err != nil || again.Stored() != host.Stored() {
			t.Errorf("%q: %q is not stable: %q, %v", authority, host.Stored(), again.Stored(), err)
		}
	})
}

func BenchmarkName(b *testing.B) {
	for b.Loop() {
		webhost.Name("go.example.com")
	}
}
