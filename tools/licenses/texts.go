package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// writeTexts writes the text of every licence file of the dependencies, equal ones
// once, after the names of the dependencies that it is of. A package without such a
// file has the name of its licence.
func writeTexts(w io.Writer, lists ...[]dependency) error {
	owners := map[string][]string{}
	var texts []string // in the order of the first owner
	for _, d := range slices.Concat(lists...) {
		own, err := d.texts()
		if err != nil {
			return err
		}
		for _, text := range own {
			if owners[text] == nil {
				texts = append(texts, text)
			}
			owners[text] = append(owners[text], d.name+" "+d.version)
		}
	}
	line := strings.Repeat("=", 80)
	for _, text := range texts {
		if _, err := fmt.Fprintf(w, "%s\n%s\n%s\n\n%s\n\n", line, strings.Join(owners[text], "\n"), line, text); err != nil {
			return err
		}
	}
	return nil
}

// texts returns the texts of the licence files.
func (d dependency) texts() ([]string, error) {
	files, err := licenceFiles(d.dir)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return []string{"The package has no text of its licence, which is: " + strings.Join(d.licences, ", ")}, nil
	}
	texts := make([]string, 0, len(files))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		texts = append(texts, strings.TrimSpace(string(raw)))
	}
	return texts, nil
}
