//! A file per format: from results to a writer. Computes nothing, opens nothing, knows of the terminal only a canvas.
