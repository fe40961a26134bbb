package visitor

import "testing"

func TestRegionName_AndRegionCodeAreInverse(t *testing.T) {
	t.Parallel()
	for code, name := range map[string]string{"DE-BY": "Bavaria", "US-CA": "California", "FR-IDF": "Île-de-France", "GB-ENG": "England", "PL-14": "Mazovia"} {
		if got := RegionName(code); got != name {
			t.Errorf("%s is called %q, want %q", code, got, name)
		}
		if got := RegionCode(code[:2], name); got != code {
			t.Errorf("%s in %s has the code %q, want %q", name, code[:2], got, code)
		}
	}
	if got := RegionCode("DE", "bavaria"); got != "DE-BY" {
		t.Errorf("in other letters it has the code %q", got)
	}
	for _, none := range []string{"", "DE", "DE-ZZ", "de-by"} {
		if got := RegionName(none); got != "" {
			t.Errorf("%q is called %q", none, got)
		}
	}
}

func TestRegionCode_IsEmptyForAmbiguousNames(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ country, name string }{
		{"AT", "Bavaria"}, {"", ""}, {"DE", ""}, {"DE", "DE-BY"},
		{"NP", "Karnali"}, // a zone of old and a province
	} {
		if got := RegionCode(x.country, x.name); got != "" {
			t.Errorf("%q in %q has the code %q", x.name, x.country, got)
		}
	}
}
