package visitor

// GroupEU is the code of the European Union in lists of countries.
const GroupEU = "EU"

// EU returns the ISO 3166-1 codes of the members of the European Union.
func EU() []string {
	return []string{
		"AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
		"IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
	}
}
