package symbol

// Weights of the features that a mask should avoid, ISO/IEC 18004 table 11.
const (
	runPenalty    = 3 // and 1 for each module beyond the fifth
	blockPenalty  = 3
	finderPenalty = 40
	shadePenalty  = 10
)

// A finder pattern with four light modules before or after it, as 11 bits.
const (
	lightBeforeFinder = 0b00001011101
	lightAfterFinder  = 0b10111010000
	finderModules     = 11
)

// modules are the modules of a square symbol; true is dark.
type modules struct{ rows, columns [][]bool }

func newModules(size int) *modules {
	grid := func() [][]bool {
		all := make([][]bool, size)
		for i := range all {
			all[i] = make([]bool, size)
		}
		return all
	}
	return &modules{grid(), grid()}
}

// penalty returns the sum of the four features.
func (m *modules) penalty() int {
	score := m.blocks() + m.shade()
	for i := range m.rows {
		score += line(m.rows[i]) + line(m.columns[i])
	}
	return score
}

// line returns the penalty of runs of at least five equal modules in a row or column,
// and of patterns that look like a finder.
func line(all []bool) int {
	score, run, window := 0, 0, 0
	for i, dark := range all {
		if i > 0 && dark == all[i-1] {
			run++
		} else {
			run = 1
		}
		if run == 5 {
			score += runPenalty
		} else if run > 5 {
			score++
		}
		window = window << 1 & (1<<finderModules - 1)
		if dark {
			window |= 1
		}
		if i+1 >= finderModules && (window == lightBeforeFinder || window == lightAfterFinder) {
			score += finderPenalty
		}
	}
	return score
}

// blocks returns the penalty of blocks of 2 × 2 equal modules, which may overlap.
func (m *modules) blocks() int {
	count := 0
	for y := 1; y < len(m.rows); y++ {
		above, row := m.rows[y-1], m.rows[y]
		for x := 1; x < len(row); x++ {
			if row[x] == row[x-1] && row[x] == above[x] && row[x] == above[x-1] {
				count++
			}
		}
	}
	return count * blockPenalty
}

// shade returns the penalty of each begun 5% beyond 45% to 55% of dark modules.
func (m *modules) shade() int {
	dark, total := 0, len(m.rows)*len(m.rows)
	for _, row := range m.rows {
		for _, module := range row {
			if module {
				dark++
			}
		}
	}
	beyond := max(dark*100-total*50, total*50-dark*100) - total*5
	if beyond <= 0 {
		return 0
	}
	step := total * 5
	return (beyond + step - 1) / step * shadePenalty
}
