package locale

import (
	"maps"
	"slices"
)

// Messages returns the texts of a language by id and plural category.
func Messages(w *Words) map[string]map[string]string {
	out := map[string]map[string]string{}
	for id, forms := range w.messages {
		out[id] = forms
	}
	return out
}

// Categories returns the plural categories of whole numbers in a language, and "other".
func Categories(w *Words) []string {
	found := map[string]bool{other: true}
	for n := range 1000 {
		found[w.category(n)] = true
	}
	return slices.Sorted(maps.Keys(found))
}
