import Screen

/// Gives the focused pane a little more or less of the screen.
func resizePane(by step: Int, _ state: inout ExplorerState) {
    let layout = Layout(state.size, state)
    guard let border = layout.border(of: state.focus) else { return }
    // The response is at the other side of the border.
    let direction = state.focus == .response ? -step : step
    var place = layout.place(of: border)
    switch border {
    case .belowRequest: place.row += direction
    case .besideTree, .besideRequest: place.column += direction * 2
    }
    move(border, to: place, layout, &state)
}

/// Moves a border to a place, as far as the panes on both sides can be.
func move(
    _ border: PaneBorder,
    to position: Position,
    _ layout: Layout,
    _ state: inout ExplorerState
) {
    state.memory.paneSizes = layout.sizes(moving: border, to: position, state.memory.paneSizes)
    // What is kept is what is shown: a border that cannot go on does not remember further pulls.
    let shown = Layout(state.size, state)
    state.memory.paneSizes = shown.sizes(
        moving: border,
        to: shown.place(of: border),
        state.memory.paneSizes
    )
}

/// Gives every pane its usual size.
func resetPanes(_ state: inout ExplorerState) {
    state.memory.paneSizes = PaneSizes()
    state.isZoomed = false
}
