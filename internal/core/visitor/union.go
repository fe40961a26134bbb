package visitor

// GroupEU stands for the European Union wherever countries are named.
const GroupEU = "EU"

// EU returns the members of the European Union, as ISO 3166-1 codes.
func EU() []string {
	return []string{
		"AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU",
		"IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
	}
}
